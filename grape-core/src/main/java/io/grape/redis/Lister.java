package io.grape.redis;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.grape.core.GrapeException;
import io.grape.core.Job;
import io.grape.core.JobPage;
import io.grape.core.JobQuery;
import io.grape.core.Limits;
import io.grape.core.TubeName;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Runs the list script over the sets that hold the jobs of one state, one after the other. */
final class Lister {
    private static final Script LIST = Script.ofTube("list");
    private static final int FIRST_JOB = 3;
    /** Sets that one page may look into. */
    private static final int MAX_SETS = 50;

    private final TubeScripts scripts;

    Lister(TubeScripts scripts) {
        this.scripts = scripts;
    }

    CompletionStage<JobPage> list(TubeName tube, JobQuery query) {
        Place start = query.cursor() == null ? Place.START : Place.parse(query.cursor());
        return collect(tube, query, start, new ArrayList<>(), MAX_SETS);
    }

    private CompletionStage<JobPage> collect(TubeName tube, JobQuery query, Place place, List<Job> jobs, int setsLeft) {
        Args args = scripts.args(tube)
                .add(query.state().wireName())
                .add(place.priority())
                .add(place.score())
                .add(place.behind())
                .add(Math.min(Slices.MAX_JOBS, query.limit() - jobs.size()))
                .add(Slices.MAX_BYTES);
        return scripts.runOrFail(LIST, tube, args).thenCompose(reply -> {
            Place next = read(tube, query, place, reply, jobs);
            return next == null || jobs.size() == query.limit() || setsLeft == 0
                    ? CompletableFuture.completedStage(new JobPage(jobs, next == null ? null : next.cursor()))
                    : collect(tube, query, next, jobs, setsLeft - 1);
        });
    }

    /** Adds the jobs of a reply, and returns where to go on. */
    private static @Nullable Place read(TubeName tube, JobQuery query, Place place, Reply reply, List<Job> jobs) {
        JobReader reader = new JobReader(tube, reply);
        int last = FIRST_JOB;
        for (int at = FIRST_JOB; at < reply.size(); at += JobReader.LISTED) {
            jobs.add(reader.listed(query.state(), at));
            last = at;
        }
        if (reply.text(1).equals("more")) {
            return new Place(place.priority(), reply.text(last + 1), reply.text(last));
        }
        return reply.isEmpty(2) ? null : new Place(reply.number(2), "", "");
    }

    /** Where a page ended: the priority whose set it was in, and the score and id of its last job. */
    private record Place(long priority, String score, String behind) {
        static final Place START = new Place(Limits.DEFAULT_PRIORITY, "", "");
        private static final Pattern FORM = Pattern.compile(
                "([0-9]{1,10}) ([0-9]{1,15}(?:\\.[0-9]{1,20})?(?:e-[0-9]{1,2})?)? ([A-Za-z0-9._:~-]{0,200})");

        String cursor() {
            String text = priority + " " + score + " " + behind;
            return Base64.getUrlEncoder().withoutPadding().encodeToString(text.getBytes(UTF_8));
        }

        static Place parse(String cursor) {
            Matcher parts = FORM.matcher(decoded(cursor));
            if (!parts.matches()) {
                throw badCursor(cursor);
            }
            String score = parts.group(2);
            return new Place(Long.parseLong(parts.group(1)), score == null ? "" : score, parts.group(3));
        }

        private static String decoded(String cursor) {
            try {
                return new String(Base64.getUrlDecoder().decode(cursor), UTF_8);
            } catch (IllegalArgumentException e) {
                throw badCursor(cursor);
            }
        }

        private static GrapeException badCursor(String cursor) {
            return GrapeException.badValue("cursor", "what an earlier page named as next", "'" + cursor + "'");
        }
    }
}
