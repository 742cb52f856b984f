package io.grape.server;

import io.grape.core.ErrorCode;
import io.grape.core.GrapeException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Whether a Redis is fit to hold jobs, judged by what it says of itself. */
final class RedisCheck {
    private static final int OLDEST = 7;
    private static final Pattern MAJOR = Pattern.compile("([0-9]{1,4})\\..*");

    /** Bytes of a header and of the largest payload that lies beside it. */
    private static final long LISTPACK_VALUE = 1100;

    private RedisCheck() {}

    /** Fails where it cannot run the scripts; returns what else is wrong, one sentence each. What it does not tell is not judged. */
    static List<String> warnings(Map<String, String> info, Optional<Long> largestListpackValue) {
        String version = info.getOrDefault("redis_version", "");
        Matcher major = MAJOR.matcher(version);
        if (major.matches() && Integer.parseInt(major.group(1)) < OLDEST) {
            throw new GrapeException(
                    ErrorCode.BAD_REQUEST, "redis: expected Redis " + OLDEST + ".0 or newer, got " + version);
        }
        List<String> warnings = new ArrayList<>();
        String policy = info.getOrDefault("maxmemory_policy", "noeviction");
        if (!policy.equals("noeviction")) {
            warnings.add(
                    "maxmemory-policy: expected noeviction, got " + policy + ": a full Redis will throw jobs away");
        }
        if (info.getOrDefault("aof_enabled", "1").equals("0")) {
            warnings.add("appendonly: expected yes, got no: when Redis goes down, jobs are lost");
        }
        largestListpackValue
                .filter(bytes -> bytes < LISTPACK_VALUE)
                .ifPresent(bytes -> warnings.add("hash-max-listpack-value: expected " + LISTPACK_VALUE
                        + " or more, got " + bytes + ": jobs take up to twice the memory"));
        return warnings;
    }
}
