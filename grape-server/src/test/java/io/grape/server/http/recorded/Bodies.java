package io.grape.server.http.recorded;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The bodies of one request: the fields that it needs, and one more field that is valid or invalid.
 *
 * @param before the text before the object
 * @param needed names and values of the fields that are always there
 * @param after the text after the object
 */
record Bodies(String before, Map<String, String> needed, String after) {
    /** Bodies of an object without required fields. */
    static final Bodies PLAIN = new Bodies("", Map.of(), "");

    /** The same with a field that is always there. */
    Bodies needs(String name, String value) {
        Map<String, String> more = new LinkedHashMap<>(needed);
        more.put(name, value);
        return new Bodies(before, more, after);
    }

    /** The same within something else. */
    Bodies within(String newBefore, String newAfter) {
        return new Bodies(newBefore + before, needed, after + newAfter);
    }

    /** The body with only the fields that it needs. */
    String alone() {
        return object(fields(""));
    }

    /** The body with further fields, such as {@code "a":1,"b":2}. */
    String with(String further) {
        List<String> fields = fields("");
        fields.add(further);
        return object(fields);
    }

    /** The body with this value of a field. */
    String with(String name, String value) {
        List<String> fields = fields(name);
        fields.add(text(name, value));
        return object(fields);
    }

    private String twice(Field field, String value) {
        List<String> fields = fields(field.name());
        fields.add(text(field.name(), field.valid()));
        fields.add(text(field.name(), value));
        return object(fields);
    }

    /** All bodies for a field: each value, none, two, and the name in another case. */
    List<String> of(Field field) {
        return of(field, field.values());
    }

    /** Fewer bodies, for a field that another group tries with all. */
    List<String> some(Field field) {
        return of(field, field.someValues());
    }

    private List<String> of(Field field, List<String> values) {
        Set<String> bodies = new LinkedHashSet<>();
        for (String value : values) {
            bodies.add(with(field.name(), value));
        }
        if (needed.containsKey(field.name())) {
            bodies.add(object(fields(field.name())));
        }
        bodies.add(twice(field, field.valid()));
        bodies.add(twice(field, "null"));
        List<String> inOtherCase = fields(field.name());
        inOtherCase.add(text(field.inOtherCase(), field.valid()));
        bodies.add(object(inOtherCase));
        return List.copyOf(bodies);
    }

    private List<String> fields(String without) {
        List<String> fields = new ArrayList<>();
        needed.forEach((name, value) -> {
            if (!name.equals(without)) {
                fields.add(text(name, value));
            }
        });
        return fields;
    }

    private static String text(String name, String value) {
        return "\"" + name + "\":" + value;
    }

    private String object(List<String> fields) {
        return before + "{" + String.join(",", fields) + "}" + after;
    }
}
