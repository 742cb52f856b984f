package io.grape.client.buffer;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Finds what an earlier process left. Its segments are read to count what waits in them, and nothing is appended to them:
 * so a record that was cut off stays the last of its file, and is skipped.
 */
final class Recovery {
    private Recovery() {}

    static Segments run(Path directory, Position settled, SegmentEnds ends, Damage damage) throws IOException {
        Segments found = new Segments(settled);
        for (Segment segment : Segment.in(directory)) {
            long from = segment.number() == settled.segment() ? settled.offset() : 0;
            long size = Files.size(segment.file());
            if (segment.number() < settled.segment()) {
                Files.delete(segment.file());
                continue;
            }
            AtomicLong lastSkip = new AtomicLong(-1);
            long count = count(segment, from, size, (skipped, begin, end) -> {
                damage.found(skipped, begin, end);
                lastSkip.set(end);
            });
            long was = Math.max(from, ends.end(segment.number()));
            // Half a record at the end was found already.
            if (was > size && lastSkip.get() != size) {
                damage.cut(segment, size, was);
            }
            if (from >= size) {
                Files.delete(segment.file());
            } else {
                ends.note(segment.number(), size);
                found.add(segment, size, count);
            }
        }
        return found;
    }

    private static long count(Segment segment, long from, long size, SegmentReader.Skipped skipped) throws IOException {
        long count = 0;
        try (SegmentReader reader = new SegmentReader(segment, from, skipped)) {
            while (reader.next(size) != null) {
                count++;
            }
        }
        return count;
    }
}
