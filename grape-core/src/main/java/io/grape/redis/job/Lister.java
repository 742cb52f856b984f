package io.grape.redis.job;

import io.grape.core.JobId;
import io.grape.core.Limits;
import io.grape.core.TubeName;
import io.grape.core.job.ConsumeResult;
import io.grape.core.job.Job;
import io.grape.core.job.JobPage;
import io.grape.core.job.JobQuery;
import io.grape.redis.script.Args;
import io.grape.redis.script.BatchSplitter;
import io.grape.redis.script.MemberId;
import io.grape.redis.script.PriorityWindow;
import io.grape.redis.script.Reply;
import io.grape.redis.script.Script;
import io.grape.redis.script.TubeScripts;
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
    /** The number of priority sets that one run looks at; each costs a command. */
    private static final int SETS_A_RUN = 100;
    /** Below every priority. */
    private static final long BEFORE_ALL = -1;

    private final TubeScripts scripts;

    Lister(TubeScripts scripts) {
        this.scripts = scripts;
    }

    CompletionStage<JobPage> list(TubeName tube, JobQuery query) {
        String cursor = query.cursor();
        ListCursor start = cursor == null ? ListCursor.startOf(query.state()) : ListCursor.parse(cursor, query.state());
        return new Page(tube, query).collect(start);
    }

    /** A page while it is built. */
    private final class Page {
        private final TubeName tube;
        private final JobQuery query;
        private final List<Job> jobs = new ArrayList<>();
        private @Nullable CompletionStage<PriorityWindow> priorities;
        private int bytesLeft = ConsumeResult.MAX_BYTES;
        private int runs;

        Page(TubeName tube, JobQuery query) {
            this.tube = tube;
            this.query = query;
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

        /** The next priorities after a position, for one run. The default priority comes first. */
        private CompletionStage<List<Long>> further(ListCursor place) {
            return place.priority() == Limits.DEFAULT_PRIORITY
                    ? CompletableFuture.completedStage(List.of())
                    : above(place.priority(), SETS_A_RUN);
        }

        private CompletionStage<List<Long>> above(long priority, int most) {
            CompletionStage<PriorityWindow> known = priorities;
            if (known == null) {
                known = scripts.prioritiesAbove(tube, priority, MAX_RUNS * (SETS_A_RUN + 1) + 1);
                priorities = known;
            }
            return known.thenApply(window -> window.above(priority, most));
        }

        private CompletionStage<Optional<ListCursor>> run(ListCursor place, List<Long> further) {
            Args args = scripts.args(tube)
                    .add(query.state().wireName())
                    .add(place.priorities(further))
                    .add(place.score())
                    .add(place.id())
                    .add(Math.min(BatchSplitter.MAX_JOBS, query.limit() - jobs.size()))
                    .add(bytesLeft)
                    .addOptional(query.due().from())
                    .addOptional(query.due().to())
                    .addOptional(query.tags().key())
                    .addOptional(query.tags().label());
            long last = further.isEmpty() ? place.priority() : further.get(further.size() - 1);
            return scripts.runOrFail(LIST, tube, args).thenCompose(reply -> read(reply, place, last));
        }

        private boolean isFull() {
            return jobs.size() == query.limit() || runs == MAX_RUNS || bytesLeft <= 0;
        }

        /** Adds the jobs of a reply, and returns the next position. */
        private CompletionStage<Optional<ListCursor>> read(Reply reply, ListCursor place, long lastPriority) {
            JobReader reader = new JobReader(tube, reply);
            for (int at = FIRST_JOB; at < reply.size(); at += JobReader.LISTED) {
                add(MemberId.read(reply.bytes(at)), reader, at);
            }
            if (!reply.isEmpty(1)) {
                ListCursor behind = place.startOf(reply.number(1)).behind(reply.text(2), reply.bytes(3));
                return CompletableFuture.completedStage(Optional.of(behind));
            }
            return reply.isEmpty(4)
                    ? CompletableFuture.completedStage(Optional.empty())
                    : above(lastPriority == Limits.DEFAULT_PRIORITY ? BEFORE_ALL : lastPriority, 1)
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
