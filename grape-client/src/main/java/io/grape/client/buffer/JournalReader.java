package io.grape.client.buffer;

import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import org.jspecify.annotations.Nullable;

/** Reads the segments one after another, while they grow. For one thread. */
final class JournalReader implements Closeable {
    private final Segments segments;
    private final Damage damage;
    /** What was there before was looked at when it was found, and its damage is known. */
    private final Position recovered;

    private Position next;
    private @Nullable SegmentReader open;

    /** @param recovered the end of what was there when the journal was opened */
    JournalReader(Segments segments, Position from, Position recovered, Damage damage) {
        this.segments = segments;
        this.damage = damage;
        this.next = from;
        this.recovered = recovered;
    }

    /** The next record; null if there is none yet. */
    @Nullable
    Entry next() throws IOException {
        Segments.Extent extent = segments.from(next.segment());
        while (extent != null) {
            Entry entry = read(extent);
            if (entry != null || extent.grows()) {
                return entry;
            }
            checkLength(extent);
            leave(extent.segment());
            extent = segments.from(next.segment());
        }
        return null;
    }

    /** Of a file from before, what is skipped is not reported again; but it may have been cut since then. */
    private void checkLength(Segments.Extent extent) throws IOException {
        Segment segment = extent.segment();
        if (segment.number() < recovered.segment() && Files.exists(segment.file())) {
            long size = Files.size(segment.file());
            if (size < extent.end()) {
                damage.cut(segment, size, extent.end());
            }
        }
    }

    private @Nullable Entry read(Segments.Extent extent) throws IOException {
        long number = extent.segment().number();
        try {
            SegmentReader reader = reader(extent.segment());
            Entry entry = reader.next(extent.end());
            next = new Position(number, reader.offset());
            return entry;
        } catch (NoSuchFileException e) {
            // All of it was settled, and it was deleted for the room that it took.
            return null;
        } catch (IOException e) {
            // What its chunk holds is unknown, and an interrupt has closed its channel.
            close();
            throw e;
        }
    }

    private SegmentReader reader(Segment segment) throws IOException {
        SegmentReader reader = open;
        if (reader == null || reader.segment() != segment) {
            close();
            long from = segment.number() == next.segment() ? next.offset() : 0;
            reader = new SegmentReader(segment, from, this::skipped);
            open = reader;
        }
        return reader;
    }

    private void skipped(Segment segment, long from, long to) {
        if (segment.number() >= recovered.segment()) {
            damage.found(segment, from, to);
        }
    }

    private void leave(Segment segment) throws IOException {
        close();
        next = new Position(segment.number() + 1, 0);
    }

    /** Where the next record is looked for. */
    Position position() {
        return next;
    }

    @Override
    public void close() throws IOException {
        SegmentReader reader = open;
        open = null;
        if (reader != null) {
            reader.close();
        }
    }
}
