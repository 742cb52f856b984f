package io.grape.client.buffer;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * Finds what an earlier process left. Its segments are read to count what waits in them, and nothing is appended to them:
 * so a record that was cut off stays the last of its file, and is skipped.
 */
final class Recovery {
    private Recovery() {}

    static Segments run(Path directory, Position settled, Damage damage) throws IOException {
        Segments found = new Segments(settled);
        for (Segment segment : Segment.in(directory)) {
            long from = segment.number() == settled.segment() ? settled.offset() : 0;
            long size = Files.size(segment.file());
            if (segment.number() < settled.segment() || from >= size) {
                Files.delete(segment.file());
            } else {
                found.add(segment, size, count(segment, from, size, damage));
            }
        }
        return found;
    }

    private static long count(Segment segment, long from, long size, Damage damage) throws IOException {
        long count = 0;
        try (SegmentReader reader = new SegmentReader(segment, from, damage::found)) {
            while (reader.next(size) != null) {
                count++;
            }
        }
        return count;
    }
}
