package io.grape.redis.schedule;

import io.grape.core.schedule.ScheduleSpec;
import java.util.LinkedHashMap;
import java.util.Map;

/** Specs that were read, as a cron expression is slow to parse. */
final class SpecCache {
    private static final int SIZE = 2000;

    private final Map<String, ScheduleSpec> specs = new LinkedHashMap<>(16, 0.75f, true) {
        private static final long serialVersionUID = 1L;

        @Override
        protected boolean removeEldestEntry(Map.Entry<String, ScheduleSpec> eldest) {
            return size() > SIZE;
        }
    };

    synchronized ScheduleSpec read(String text) {
        return specs.computeIfAbsent(text, SpecText::read);
    }
}
