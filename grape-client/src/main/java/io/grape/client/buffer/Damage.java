package io.grape.client.buffer;

import java.util.concurrent.atomic.AtomicLong;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Counts and logs the bytes that were skipped, as they are no record, and those that are missing. */
final class Damage {
    private static final Logger LOG = LoggerFactory.getLogger(Damage.class);

    private final AtomicLong count = new AtomicLong();

    void found(Segment segment, long from, long to) {
        count.incrementAndGet();
        LOG.warn("buffer: skipped {} damaged bytes file={} offset={}", to - from, segment.file(), from);
    }

    /** A segment is shorter than it was. What was behind its end is lost. */
    void cut(Segment segment, long size, long was) {
        count.incrementAndGet();
        LOG.warn(
                "buffer: a file was cut off, {} bytes of jobs are missing file={} offset={}",
                was - size,
                segment.file(),
                size);
    }

    long count() {
        return count.get();
    }
}
