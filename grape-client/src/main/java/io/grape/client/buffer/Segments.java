package io.grape.client.buffer;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** The segments of a journal in their order, and how much is in them. */
final class Segments {
    private final TreeMap<Long, Content> all = new TreeMap<>();
    private @Nullable Segment growing;
    private long last;
    private long bytes;
    private long jobs;

    /**
     * What there is to read of a segment.
     *
     * @param grows whether more may be appended
     */
    record Extent(Segment segment, long end, boolean grows) {}

    /** Of one segment. Jobs are those that are not settled. */
    private static final class Content {
        private final Segment segment;
        private long end;
        private long jobs;

        Content(Segment segment, long end, long jobs) {
            this.segment = segment;
            this.end = end;
            this.jobs = jobs;
        }
    }

    /** @param settled no new segment has the number of one before */
    Segments(Position settled) {
        last = settled.segment();
    }

    /** Adds one that was there before. */
    synchronized void add(Segment segment, long end, long count) {
        all.put(segment.number(), new Content(segment, end, count));
        last = Math.max(last, segment.number());
        bytes += end;
        jobs += count;
    }

    /** A new one, to which is appended from now on. */
    synchronized Segment begin(Path directory) {
        Segment segment = Segment.of(directory, last + 1);
        add(segment, 0, 0);
        growing = segment;
        return segment;
    }

    /** This new one has no file. */
    synchronized void forget(Segment segment) {
        all.remove(segment.number());
        growing = null;
    }

    synchronized void appended(Segment to, long length) {
        Content content = all.get(to.number());
        if (content != null) {
            content.end += length;
            content.jobs++;
            bytes += length;
            jobs++;
        }
    }

    /** Nothing more is appended to the last one. */
    synchronized void seal() {
        growing = null;
    }

    /** One job of this segment is settled. */
    synchronized void settled(long segment) {
        Content content = all.get(segment);
        if (content != null && content.jobs > 0) {
            content.jobs--;
            jobs--;
        }
    }

    /**
     * Removes the segments before a position, and returns them. What was damaged there is not waited for any longer. The same for
     * those without jobs that are left.
     *
     * @param read all before it was read, too
     */
    synchronized List<Segment> settled(Position position, Position read) {
        List<Segment> removed = new ArrayList<>();
        for (Content content : List.copyOf(all.headMap(read.segment()).values())) {
            if (content.segment.number() < position.segment() || content.jobs == 0) {
                all.remove(content.segment.number());
                bytes -= content.end;
                jobs -= content.jobs;
                removed.add(content.segment);
            }
        }
        Content content = all.get(position.segment());
        if (content != null && position.offset() >= content.end) {
            jobs -= content.jobs;
            content.jobs = 0;
        }
        return removed;
    }

    /** The segment of this number, or the first one behind; null if there is none. */
    synchronized @Nullable Extent from(long number) {
        Map.Entry<Long, Content> found = all.ceilingEntry(number);
        if (found == null) {
            return null;
        }
        Content content = found.getValue();
        return new Extent(content.segment, content.end, content.segment == growing);
    }

    /** The position behind all of them. */
    synchronized Position end() {
        return new Position(last + 1, 0);
    }

    synchronized long bytes() {
        return bytes;
    }

    synchronized long jobs() {
        return jobs;
    }
}
