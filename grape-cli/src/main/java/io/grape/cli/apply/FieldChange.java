package io.grape.cli.apply;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A field with another value.
 *
 * @param name such as {@code limits.perSecond}
 * @param from null = none
 * @param to null = none
 */
record FieldChange(
        String name, @Nullable JsonNode from, @Nullable JsonNode to) {
    /** Its parts mean nothing to a broker. */
    private static final Set<String> WHOLE = Set.of("payload");

    /** What differs. A value that is null is none. */
    static List<FieldChange> between(ObjectNode from, ObjectNode to) {
        Map<String, JsonNode> before = new LinkedHashMap<>();
        Map<String, JsonNode> after = new LinkedHashMap<>();
        flatten("", from, before);
        flatten("", to, after);
        Set<String> names = new LinkedHashSet<>(after.keySet());
        names.addAll(before.keySet());
        List<FieldChange> changes = new ArrayList<>();
        for (String name : names) {
            JsonNode old = before.get(name);
            JsonNode now = after.get(name);
            if (old == null ? now != null : !old.equals(now)) {
                changes.add(new FieldChange(name, old, now));
            }
        }
        return changes;
    }

    private static void flatten(String prefix, ObjectNode json, Map<String, JsonNode> flat) {
        json.properties().forEach(field -> {
            if (field.getValue() instanceof ObjectNode below && !WHOLE.contains(field.getKey())) {
                flatten(prefix + field.getKey() + ".", below, flat);
            } else if (!field.getValue().isNull() || WHOLE.contains(field.getKey())) {
                flat.put(prefix + field.getKey(), field.getValue());
            }
        });
    }
}
