package io.grape.server.live;

import java.util.Map;
import java.util.OptionalLong;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** One node, and the fields of its INFO. */
public record RedisNodeReport(String address, Map<String, String> info) {
    private static final Pattern NUMBER = Pattern.compile("[0-9]{1,18}");
    private static final Pattern KEYS = Pattern.compile("keys=([0-9]{1,18})");
    private static final Pattern OFFSET = Pattern.compile("offset=([0-9]{1,18})");

    public RedisNodeReport {
        info = Map.copyOf(info);
    }

    /** A field that is text, null when Redis does not tell it. */
    public @Nullable String text(String field) {
        return info.get(field);
    }

    /** A field that is a number. */
    public OptionalLong number(String field) {
        String text = info.getOrDefault(field, "");
        return NUMBER.matcher(text).matches() ? OptionalLong.of(Long.parseLong(text)) : OptionalLong.empty();
    }

    /** How many keys there are, Grape's and others. */
    public long keys() {
        return info.entrySet().stream()
                .filter(field -> field.getKey().matches("db[0-9]+"))
                .mapToLong(field -> first(KEYS, field.getValue()).orElse(0))
                .sum();
    }

    /** By how many bytes the slowest replica is behind, empty when there is none. */
    public OptionalLong replicaLagBytes() {
        long written = number("master_repl_offset").orElse(0);
        return info.entrySet().stream()
                .filter(field -> field.getKey().matches("slave[0-9]+"))
                .flatMapToLong(field -> first(OFFSET, field.getValue()).stream())
                .map(read -> Math.max(0, written - read))
                .max();
    }

    private static OptionalLong first(Pattern pattern, String text) {
        return pattern.matcher(text)
                .results()
                .map(MatchResult::group)
                .mapToLong(found -> Long.parseLong(found.substring(found.indexOf('=') + 1)))
                .findFirst();
    }
}
