package io.grape.core.tube;

import io.grape.core.WireName;
import java.time.Duration;

/** The range and resolution of samples. */
public enum SampleRange implements WireName {
    HOUR("1h", Duration.ofSeconds(10), 360),
    DAY("24h", Duration.ofMinutes(1), 1440),
    MONTH("30d", Duration.ofHours(1), 720);

    private final String wireName;
    private final Duration step;
    private final int length;

    SampleRange(String wireName, Duration step, int length) {
        this.wireName = wireName;
        this.step = step;
        this.length = length;
    }

    @Override
    public String wireName() {
        return wireName;
    }

    public Duration step() {
        return step;
    }

    public int length() {
        return length;
    }

    /** Fails with BAD_REQUEST if it is unknown. */
    public static SampleRange parse(String wireName) {
        return WireName.parse("range", "1h, 24h or 30d", values(), wireName);
    }
}
