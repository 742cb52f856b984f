package io.grape.cli.transfer;

import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Holds the lines of an export against its marks. Without marks it is a file of somebody's own, and complete. */
final class Completeness {
    private @Nullable Mark last;
    private long jobs;
    private boolean isAtMark;
    private @Nullable String flaw;

    /** Whether a line is a job, and no mark; to be asked for each line in order. */
    boolean isJob(String line) {
        Optional<Mark> mark = Mark.read(line);
        isAtMark = mark.isPresent();
        if (mark.isEmpty()) {
            jobs += line.isBlank() ? 0 : 1;
            return !line.isBlank();
        }
        last = mark.get();
        if (last.isEnd()) {
            if (last.jobs() != jobs) {
                flaw = "its end says " + last.jobs() + " jobs, and it has " + jobs;
            }
            // Another export may follow.
            jobs = 0;
        }
        return false;
    }

    /** Whether the last line was a mark. */
    boolean isAtMark() {
        return isAtMark;
    }

    /** Whether the export was cut off: what stands behind its last mark is written anew when it goes on. */
    boolean isCutOff() {
        return last != null && !last.isEnd();
    }

    /** What it lacks; empty: nothing. */
    Optional<String> flaw() {
        return isCutOff() ? Optional.of("it ends before its last mark") : Optional.ofNullable(flaw);
    }
}
