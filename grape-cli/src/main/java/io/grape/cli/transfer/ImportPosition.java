package io.grape.cli.transfer;

import java.util.Objects;
import java.util.Set;

/**
 * How far an import is.
 *
 * @param brokers the addresses that it goes to
 * @param tube the tube that it goes to
 * @param lines how many lines of the export were read; the jobs of all of them were sent
 * @param checksum of these lines: another export has others
 * @param refused the numbers of the lines whose jobs the broker refused
 */
record ImportPosition(String brokers, String tube, long lines, long checksum, Set<Long> refused) {
    ImportPosition {
        Objects.requireNonNull(brokers);
        Objects.requireNonNull(tube);
        refused = Set.copyOf(refused);
    }

    /** The start of an import. */
    static ImportPosition start(String brokers, String tube) {
        return new ImportPosition(brokers, tube, 0, 0, Set.of());
    }

    /** Whether both go to the same tube of the same brokers. */
    boolean hasTargetOf(ImportPosition other) {
        return brokers.equals(other.brokers) && tube.equals(other.tube);
    }

    /** The same import, when it has read up to this line. */
    ImportPosition at(long line, long checksumOfLines) {
        return line < lines ? this : new ImportPosition(brokers, tube, line, checksumOfLines, refused);
    }

    /** The same with these lines whose jobs were refused. */
    ImportPosition with(Set<Long> refusedLines) {
        return new ImportPosition(brokers, tube, lines, checksum, refusedLines);
    }

    /** Whether the job of a line is still to be sent. */
    boolean leaves(long line) {
        return line > lines || refused.contains(line);
    }
}
