package io.grape.redis;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * One key as it lies in Redis.
 *
 * @param type as Redis names it, empty = as the name says
 * @param ttlMillis -1 = it stays, -2 = it is gone since it was listed
 * @param values members and scores by turns, fields and values by turns, members, or the string
 */
public record StoredKey(String name, String type, long ttlMillis, List<byte[]> values) {
    /** Reads one element of the reply of {@code snapshot.lua}. */
    static StoredKey read(List<?> reply) {
        List<byte[]> values = new ArrayList<>();
        ((List<?>) reply.get(3)).forEach(value -> values.add((byte[]) value));
        return new StoredKey(text(reply.get(0)), text(reply.get(1)), (Long) reply.get(2), values);
    }

    /** The members of a sorted set with their scores, in order. */
    public Map<String, Double> scores() {
        Map<String, Double> scores = new LinkedHashMap<>();
        fields().forEach((member, score) -> scores.put(member, Double.valueOf(text(score))));
        return scores;
    }

    /** The fields of a hash. */
    public Map<String, byte[]> fields() {
        Map<String, byte[]> fields = new LinkedHashMap<>();
        for (int i = 0; i < values.size(); i += 2) {
            fields.put(text(values.get(i)), values.get(i + 1));
        }
        return fields;
    }

    /** The members of a set, or the one string. */
    public List<String> texts() {
        return values.stream().map(StoredKey::text).toList();
    }

    private static String text(Object bytes) {
        return new String((byte[]) bytes, UTF_8);
    }
}
