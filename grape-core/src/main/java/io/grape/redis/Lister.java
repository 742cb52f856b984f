package io.grape.redis;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.grape.core.GrapeException;
import io.grape.core.Job;
import io.grape.core.JobPage;
import io.grape.core.JobQuery;
import io.grape.core.JobState;
import io.grape.core.Limits;
import io.grape.core.TubeName;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.NavigableSet;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Runs the list script over the sets that hold the jobs of one state, one after the other. */
final class Lister {
    private static final Script LIST = Script.ofTube("list");
    private static final int FIRST_JOB = 3;
    /** Runs of the script that one page may take. */
    private static final int MAX_RUNS = 50;
    /** Payload bytes after which a page is large enough. */
    private static final long ENOUGH_BYTES = 16L * 1024 * 1024;

    private final TubeScripts scripts;

    Lister(TubeScripts scripts) {
        this.scripts = scripts;
    }

    CompletionStage<JobPage> list(TubeName tube, JobQuery query) {
        String cursor = query.cursor();
        Place start = cursor == null ? Place.startOf(query.state()) : Place.parse(cursor, query.state());
        return new Page(tube, query).collect(start);
    }

    /** A page in the making. */
    private final class Page {
        private final TubeName tube;
        private final JobQuery query;
        private final List<Job> jobs = new ArrayList<>();
        private @Nullable CompletionStage<NavigableSet<Long>> priorities;
        private long bytes;
        private int runs;

        Page(TubeName tube, JobQuery query) {
            this.tube = tube;
            this.query = query;
        }

        CompletionStage<JobPage> collect(Place place) {
            runs++;
            Args args = scripts.args(tube)
                    .add(query.state().wireName())
                    .add(place.priority())
                    .add(place.score())
                    .add(place.behind())
                    .add(Math.min(Slices.MAX_JOBS, query.limit() - jobs.size()))
                    .add(Slices.MAX_BYTES)
                    .addOptional(query.due().from())
                    .addOptional(query.due().to());
            return scripts.runOrFail(LIST, tube, args)
                    .thenCompose(reply -> read(reply, place))
                    .thenCompose(next -> next.isEmpty() || isFull()
                            ? CompletableFuture.completedStage(
                                    new JobPage(jobs, next.map(Place::cursor).orElse(null)))
                            : collect(next.get()));
        }

        private boolean isFull() {
            return jobs.size() == query.limit() || runs == MAX_RUNS || bytes >= ENOUGH_BYTES;
        }

        /** Adds the jobs of a reply, and returns where to go on. */
        private CompletionStage<Optional<Place>> read(Reply reply, Place place) {
            JobReader reader = new JobReader(tube, reply);
            int last = FIRST_JOB;
            for (int at = FIRST_JOB; at < reply.size(); at += JobReader.LISTED) {
                Job job = reader.listed(query.state(), at);
                jobs.add(job);
                bytes += job.payload().bytes().length;
                last = at;
            }
            if (reply.text(1).equals("more")) {
                Place behind = new Place(query.state(), place.priority(), reply.text(last + 1), reply.text(last));
                return CompletableFuture.completedStage(Optional.of(behind));
            }
            return reply.isEmpty(2)
                    ? CompletableFuture.completedStage(Optional.empty())
                    : priorities().thenApply(all -> following(all, place));
        }

        private CompletionStage<NavigableSet<Long>> priorities() {
            CompletionStage<NavigableSet<Long>> known = priorities;
            if (known == null) {
                known = scripts.priorities(tube);
                priorities = known;
            }
            return known;
        }
    }

    /** The default priority comes first, the others follow by number. */
    private static Optional<Place> following(NavigableSet<Long> priorities, Place place) {
        boolean first = place.priority() == Limits.DEFAULT_PRIORITY;
        Long next = first ? priorities.ceiling(0L) : priorities.higher(place.priority());
        return Optional.ofNullable(next).map(found -> new Place(place.state(), found, "", ""));
    }

    /** Where a page ended: the priority whose set it was in, and the score and id of its last job. */
    private record Place(JobState state, long priority, String score, String behind) {
        private static final Pattern FORM = Pattern.compile(
                "([a-z]+) ([0-9]{1,10}) (-?inf|-?[0-9]{1,20}(?:\\.[0-9]{1,20})?(?:e[+-][0-9]{1,3})?)? ([A-Za-z0-9._:~-]{0,200})");

        String cursor() {
            String text = state.wireName() + " " + priority + " " + score + " " + behind;
            return Base64.getUrlEncoder().withoutPadding().encodeToString(text.getBytes(UTF_8));
        }

        static Place startOf(JobState state) {
            return new Place(state, Limits.DEFAULT_PRIORITY, "", "");
        }

        static Place parse(String cursor, JobState state) {
            Matcher parts = FORM.matcher(decoded(cursor));
            if (!parts.matches() || !parts.group(1).equals(state.wireName())) {
                throw badCursor(cursor);
            }
            String score = parts.group(3);
            return new Place(state, Long.parseLong(parts.group(2)), score == null ? "" : score, parts.group(4));
        }

        private static String decoded(String cursor) {
            try {
                return new String(Base64.getUrlDecoder().decode(cursor), UTF_8);
            } catch (IllegalArgumentException e) {
                throw badCursor(cursor);
            }
        }

        private static GrapeException badCursor(String cursor) {
            return GrapeException.badValue(
                    "cursor", "what an earlier page of this state named as next", "'" + cursor + "'");
        }
    }
}
