package io.grape.redis.job;

import io.grape.core.CallContext;
import io.grape.core.JobId;
import io.grape.core.JobState;
import io.grape.core.Limits;
import io.grape.core.TubeName;
import io.grape.core.job.ConsumeResult;
import io.grape.core.job.Job;
import io.grape.core.job.JobPage;
import io.grape.core.job.JobQuery;
import io.grape.redis.script.Args;
import io.grape.redis.script.BatchSplitter;
import io.grape.redis.script.Lane;
import io.grape.redis.script.LaneQuery;
import io.grape.redis.script.LaneWindow;
import io.grape.redis.script.MemberId;
import io.grape.redis.script.Reply;
import io.grape.redis.script.Script;
import io.grape.redis.script.TubeScripts;
import io.grape.redis.tube.GateReader;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/** Runs the list script over the sets of one state, one after another. */
final class Lister {
    private static final Script LIST = Script.ofTube("list");
    private static final int FIRST_JOB = 5;
    /** The maximum number of script runs for one page. */
    private static final int MAX_RUNS = 50;
    /** The number of lanes that one run looks at; each costs a command. */
    private static final int SETS_A_RUN = 100;

    private final TubeScripts scripts;

    Lister(TubeScripts scripts) {
        this.scripts = scripts;
    }

    CompletionStage<JobPage> list(TubeName tube, JobQuery query, CallContext context) {
        String cursor = query.cursor();
        ListCursor start = cursor == null ? ListCursor.startOf(query.state()) : ListCursor.parse(cursor, query.state());
        return new Page(tube, query, context).collect(start);
    }

    /** A page while it is built. */
    private final class Page {
        private final TubeName tube;
        private final JobQuery query;
        private final CallContext context;
        private final List<Job> jobs = new ArrayList<>();
        private @Nullable CompletionStage<LaneWindow> lanes;
        private int bytesLeft = ConsumeResult.MAX_BYTES;
        private int runs;

        Page(TubeName tube, JobQuery query, CallContext context) {
            this.tube = tube;
            this.query = query;
            this.context = context;
        }

        CompletionStage<JobPage> collect(ListCursor place) {
            runs++;
            return further(place)
                    .thenCompose(further -> run(place, further))
                    .thenCompose(next -> next.isEmpty() || isFull()
                            ? CompletableFuture.completedStage(new JobPage(
                                    jobs, next.map(ListCursor::cursor).orElse(null)))
                            : collect(next.get()));
        }

        /** The next lanes after a position, for one run. The default lane comes first. */
        private CompletionStage<List<Lane>> further(ListCursor place) {
            return place.lane().equals(Lane.DEFAULT)
                    ? CompletableFuture.completedStage(List.of())
                    : above(place.lane(), SETS_A_RUN);
        }

        private CompletionStage<List<Lane>> above(Lane lane, int most) {
            CompletionStage<LaneWindow> known = lanes;
            if (known == null) {
                LaneQuery wanted = new LaneQuery(
                        lane, MAX_RUNS * (SETS_A_RUN + 1) + 1, query.tags().key());
                known = query.state() == JobState.GATED ? gates() : scripts.lanes(tube, wanted);
                lanes = known;
            }
            return known.thenApply(window -> window.above(lane, most));
        }

        /** The sets of the gates, as lanes. */
        private CompletionStage<LaneWindow> gates() {
            return scripts.gates(tube)
                    .thenApply(reply -> new LaneWindow(
                            GateReader.names(reply).stream()
                                    .map(name -> new Lane(Limits.DEFAULT_PRIORITY, name))
                                    .sorted()
                                    .toList(),
                            false));
        }

        private CompletionStage<Optional<ListCursor>> run(ListCursor place, List<Lane> further) {
            Args args = scripts.args(tube)
                    .add(query.state().wireName())
                    .add(place.lanes(further))
                    .add(place.score())
                    .add(place.id())
                    .add(Math.min(BatchSplitter.MAX_JOBS, query.limit() - jobs.size()))
                    .add(bytesLeft)
                    .addOptional(query.due().from())
                    .addOptional(query.due().to())
                    .addOptional(query.tags().key())
                    .addOptional(query.tags().label());
            return scripts.look(LIST, tube, args, context)
                    .thenCompose(reply -> read(reply, place, place.last(further)));
        }

        private boolean isFull() {
            return jobs.size() == query.limit() || runs == MAX_RUNS || bytesLeft <= 0;
        }

        /** Adds the jobs of a reply, and returns the next position. */
        private CompletionStage<Optional<ListCursor>> read(Reply reply, ListCursor place, Lane last) {
            JobReader reader = new JobReader(tube, reply);
            for (int at = FIRST_JOB; at < reply.size(); at += JobReader.LISTED) {
                add(MemberId.read(reply.bytes(at)), reader, at);
            }
            if (!reply.isEmpty(1)) {
                ListCursor behind = place.startOf(Lane.parse(reply.text(1))).behind(reply.text(2), reply.bytes(3));
                return CompletableFuture.completedStage(Optional.of(behind));
            }
            return reply.isEmpty(4)
                    ? CompletableFuture.completedStage(Optional.empty())
                    : above(last.position(), 1)
                            .thenApply(above -> above.stream().findFirst().map(place::startOf));
        }

        /** Leaves out jobs whose id no caller can name. */
        private void add(Optional<JobId> id, JobReader reader, int at) {
            id.map(known -> reader.listed(known, query.state(), at)).ifPresent(job -> {
                if (query.isOfReason(job)) {
                    jobs.add(job);
                }
                bytesLeft -= job.size();
            });
        }
    }
}
