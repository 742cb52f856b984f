package io.grape.cli.transfer;

import io.grape.client.ErrorCode;
import io.grape.client.ExportedJob;
import io.grape.client.Grape;
import io.grape.client.GrapeException;
import io.grape.client.Produced;
import io.grape.client.Result;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Sends the jobs of an export in chunks, and counts what became of them. */
final class Import {
    private static final int MOST_JOBS = 1000;
    private static final long MOST_CHARS = 4L << 20;
    /** Of one call. */
    private static final int MOST_WARNINGS = 10;

    private static final int MOST_MALFORMED = 100;

    private final Grape grape;
    private final String tube;
    private final Consumer<String> warnings;
    private final Set<Long> refused;
    private final List<Long> lines = new ArrayList<>();
    private final List<ExportedJob> jobs = new ArrayList<>();
    private long chars;
    private int malformed;
    private long created;
    private long existed;
    private @Nullable GrapeException first;

    /**
     * An import into a tube.
     *
     * @param refused the lines whose jobs were refused before
     * @param warnings is told why jobs are refused
     */
    Import(Grape grape, String tube, Set<Long> refused, Consumer<String> warnings) {
        this.grape = grape;
        this.tube = tube;
        this.refused = new HashSet<>(refused);
        this.warnings = warnings;
    }

    /** Adds the job of a line. */
    void add(long line, ExportedJob job) {
        lines.add(line);
        jobs.add(job);
        chars += job.json().length();
    }

    /** Tells of a line that is no job. */
    void refuse(long line, GrapeException failure) {
        refused.add(line);
        first = first == null ? failure : first;
        warn(line, failure);
        malformed++;
    }

    /** Whether there were so many lines that are no jobs that the file is something else. */
    boolean isNoExport() {
        return malformed >= MOST_MALFORMED;
    }

    /** Whether a call with one more job would be too large. */
    boolean isFullWith(ExportedJob job) {
        return jobs.size() == MOST_JOBS
                || (!jobs.isEmpty() && chars + job.json().length() > MOST_CHARS);
    }

    /**
     * Sends the jobs that were added.
     *
     * @return whether to go on: the broker took a job, or there were few
     * @throws GrapeException if the call fails; the job of a call with one that is too big is refused instead
     */
    boolean send() {
        if (jobs.isEmpty()) {
            return true;
        }
        boolean wasFull = jobs.size() == MOST_JOBS;
        List<Result<Produced>> results = call();
        int failed = 0;
        for (int i = 0; i < results.size(); i++) {
            GrapeException failure = results.get(i).failure();
            if (failure == null) {
                take(lines.get(i), results.get(i).get());
                continue;
            }
            refused.add(lines.get(i));
            first = first == null ? failure : first;
            if (++failed <= MOST_WARNINGS) {
                warn(lines.get(i), failure);
            }
        }
        if (failed > MOST_WARNINGS) {
            warnings.accept("and " + (failed - MOST_WARNINGS) + " more up to line " + lines.get(lines.size() - 1));
        }
        lines.clear();
        jobs.clear();
        chars = 0;
        return !wasFull || failed < results.size();
    }

    /** A job that is too big for a call of its own does not keep the others back. */
    private List<Result<Produced>> call() {
        try {
            return grape.importAll(tube, List.copyOf(jobs));
        } catch (GrapeException e) {
            if (jobs.size() > 1 || e.code() != ErrorCode.TOO_LARGE) {
                throw e;
            }
            return List.of(Result.failed(e));
        }
    }

    /** Without the place in the call: a person knows the line. */
    private static String detail(GrapeException failure) {
        return failure.detail().replaceFirst("^item \\d+: ", "");
    }

    private void take(long line, Produced produced) {
        refused.remove(line);
        created += produced.created() ? 1 : 0;
        existed += produced.created() ? 0 : 1;
    }

    private void warn(long line, GrapeException failure) {
        warnings.accept("line " + line + ": " + failure.code() + ": " + detail(failure));
    }

    long created() {
        return created;
    }

    long existed() {
        return existed;
    }

    /** The lines whose jobs were refused, and not taken since. */
    Set<Long> refused() {
        return refused;
    }

    /** Why the first of them was refused; empty: none was. */
    Optional<GrapeException> failure() {
        return Optional.ofNullable(first);
    }
}
