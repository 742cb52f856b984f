package io.grape.cli.apply;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import org.snakeyaml.engine.v2.nodes.ScalarNode;

/**
 * An object with known fields, which have the names of the HTTP API. A field whose name ends in {@code Ms} may also be written
 * without that, and with a time such as {@code 15m}.
 */
final class ObjectShape implements Shape {
    private static final String MILLIS = "Ms";
    private static final String CRON = "cron";

    private final Map<String, Shape> fields = new LinkedHashMap<>();
    private final List<String> required;

    ObjectShape(String... required) {
        this.required = List.of(required);
    }

    ObjectShape with(String name, Shape shape) {
        fields.put(name, shape);
        return this;
    }

    /** A duration: {@code ttrMs: 60000} or {@code ttr: 1m}. */
    ObjectShape withMillis(String name) {
        fields.put(name, Shapes.orNull(Shapes.whole()));
        fields.put(name.substring(0, name.length() - MILLIS.length()), Shapes.orNull(Shapes.time()));
        return this;
    }

    @Override
    public JsonNode read(Place place) {
        ObjectNode json = JsonNodeFactory.instance.objectNode();
        Shapes.entries(place, (name, value) -> field(json, place, name, value));
        for (String name : required) {
            if (!json.has(name)) {
                throw place.wrong("expected " + name);
            }
        }
        return json;
    }

    void field(ObjectNode json, Place place, String name, Place value) {
        Shape shape = fields.get(name);
        if (shape == null) {
            if (isRestOfCron(json, name, value)) {
                throw value.wrong("unknown; expected quotes around a value with a comma: cron: \""
                        + json.path(CRON).asText() + "," + name + "\"");
            }
            throw value.wrong("unknown; expected one of " + String.join(", ", new TreeSet<>(fields.keySet())));
        }
        String onWire = fields.containsKey(name + MILLIS) ? name + MILLIS : name;
        if (json.has(onWire)) {
            String inWords = onWire.substring(0, onWire.length() - MILLIS.length());
            throw place.wrong("expected " + inWords + " or " + onWire + ", got both");
        }
        json.set(onWire, shape.read(value));
    }

    /** Within braces a comma ends a value: <code>{cron: 0,30 9 * * *}</code>. */
    private static boolean isRestOfCron(ObjectNode json, String name, Place value) {
        return json.has(CRON)
                && value.node() instanceof ScalarNode scalar
                && scalar.getValue().isEmpty()
                && scalar.isPlain()
                && name.matches("[-0-9A-Z*/?#, ]+");
    }
}
