package io.grape.client.buffer;

import java.util.concurrent.atomic.AtomicLong;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Counts and logs the bytes that were skipped, as they are no record. */
final class Damage {
    private static final Logger LOG = LoggerFactory.getLogger(Damage.class);

    private final AtomicLong count = new AtomicLong();

    void found(Segment segment, long from, long to) {
        count.incrementAndGet();
        LOG.warn("buffer: skipped {} damaged bytes file={} offset={}", to - from, segment.file(), from);
    }

    long count() {
        return count.get();
    }
}
