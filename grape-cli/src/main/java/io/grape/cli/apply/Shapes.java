package io.grape.cli.apply;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.BooleanNode;
import com.fasterxml.jackson.databind.node.DoubleNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.LongNode;
import com.fasterxml.jackson.databind.node.NullNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import io.grape.cli.call.Times;
import io.grape.cli.settings.Json;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.DateTimeException;
import java.time.OffsetDateTime;
import java.util.Arrays;
import java.util.Base64;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;
import java.util.function.BiConsumer;
import org.snakeyaml.engine.v2.nodes.MappingNode;
import org.snakeyaml.engine.v2.nodes.Node;
import org.snakeyaml.engine.v2.nodes.NodeTuple;
import org.snakeyaml.engine.v2.nodes.ScalarNode;
import org.snakeyaml.engine.v2.nodes.SequenceNode;
import org.snakeyaml.engine.v2.nodes.Tag;

/** The shapes of single values, lists and maps. */
final class Shapes {
    private static final int DEEPEST = 100;

    private Shapes() {}

    private static boolean is(Node node, Tag tag) {
        return node instanceof ScalarNode && node.getTag().equals(tag);
    }

    private static String text(Node node) {
        return ((ScalarNode) node).getValue();
    }

    /** A whole number of 64 bits. */
    static Shape whole() {
        return place -> {
            if (is(place.node(), Tag.INT)) {
                BigInteger value = new BigInteger(text(place.node()));
                if (value.bitLength() < Long.SIZE) {
                    return LongNode.valueOf(value.longValueExact());
                }
            }
            throw place.expected("a whole number");
        };
    }

    /** A finite number. */
    static Shape number() {
        return place -> {
            if (is(place.node(), Tag.INT) || is(place.node(), Tag.FLOAT)) {
                try {
                    double value = Double.parseDouble(text(place.node()));
                    if (Double.isFinite(value)) {
                        boolean isWhole = value == Math.rint(value) && Math.abs(value) < Long.MAX_VALUE;
                        return isWhole ? LongNode.valueOf((long) value) : DoubleNode.valueOf(value);
                    }
                } catch (NumberFormatException e) {
                    throw place.expected("a number");
                }
            }
            throw place.expected("a number");
        };
    }

    static Shape flag() {
        return place -> {
            if (is(place.node(), Tag.BOOL)) {
                return BooleanNode.valueOf(Boolean.parseBoolean(text(place.node())));
            }
            throw place.expected("true or false");
        };
    }

    /** A text. A number or a boolean that is written without quotes counts as a text, too. */
    static Shape text() {
        return place -> {
            if (place.node() instanceof ScalarNode && !is(place.node(), Tag.NULL)) {
                return TextNode.valueOf(text(place.node()));
            }
            throw place.expected("a text");
        };
    }

    static Shape choice(String... values) {
        return place -> {
            if (place.node() instanceof ScalarNode && Arrays.asList(values).contains(text(place.node()))) {
                return TextNode.valueOf(text(place.node()));
            }
            throw place.expected("one of " + String.join(", ", values));
        };
    }

    static Shape base64() {
        return place -> {
            JsonNode json = text().read(place);
            try {
                Base64.getDecoder().decode(json.asText());
                return json;
            } catch (IllegalArgumentException e) {
                throw place.expected("standard Base64 with padding");
            }
        };
    }

    /** A duration, as whole milliseconds. */
    static Shape time() {
        return place -> Optional.of(place.node())
                .filter(ScalarNode.class::isInstance)
                .flatMap(node -> Times.duration(text(node)))
                .map(time -> LongNode.valueOf(time.toMillis()))
                .orElseThrow(() -> place.expected("a time such as 500ms, 30s, 15m, 1h30m or 2d, up to 49710d"));
    }

    static Shape instant() {
        return place -> {
            try {
                if (place.node() instanceof ScalarNode) {
                    ObjectNode json = JsonNodeFactory.instance.objectNode();
                    Json.put(
                            json, "at", OffsetDateTime.parse(text(place.node())).toInstant());
                    return json.path("at");
                }
            } catch (DateTimeException e) {
                throw place.expected("an instant such as 2027-01-31T09:30:00Z");
            }
            throw place.expected("an instant such as 2027-01-31T09:30:00Z");
        };
    }

    /** The same, or null. */
    static Shape orNull(Shape shape) {
        return place -> is(place.node(), Tag.NULL) ? NullNode.instance : shape.read(place);
    }

    static Shape list(Shape shape) {
        return place -> {
            if (!(place.node() instanceof SequenceNode sequence)) {
                throw place.expected("a list");
            }
            ArrayNode json = JsonNodeFactory.instance.arrayNode();
            for (Node item : sequence.getValue()) {
                json.add(shape.read(place.at(String.valueOf(json.size()), item)));
            }
            return json;
        };
    }

    /** An object with any keys, whose values have one shape. */
    static Shape map(Shape shape) {
        return place -> {
            ObjectNode json = JsonNodeFactory.instance.objectNode();
            entries(place, (name, value) -> json.set(name, shape.read(value)));
            return json;
        };
    }

    /** Passes each key with its value to {@code each}, in order. Refuses a key that occurs twice. */
    static void entries(Place place, BiConsumer<String, Place> each) {
        if (!(place.node() instanceof MappingNode mapping)) {
            throw place.expected("keys with values");
        }
        Set<String> seen = new HashSet<>();
        for (NodeTuple tuple : mapping.getValue()) {
            Place ofKey = new Place(place.file(), place.path(), tuple.getKeyNode());
            if (!(tuple.getKeyNode() instanceof ScalarNode)) {
                throw ofKey.expected("a text as key");
            }
            String name = text(tuple.getKeyNode());
            if (!seen.add(name)) {
                throw ofKey.wrong("the key '" + name + "' occurs twice");
            }
            each.accept(name, place.at(name, tuple.getValueNode()));
        }
    }

    /** Anything. */
    static Shape any() {
        return place -> any(place, 0);
    }

    private static JsonNode any(Place place, int depth) {
        if (depth > DEEPEST) {
            throw place.wrong("expected at most " + DEEPEST + " levels");
        }
        Node node = place.node();
        if (node instanceof SequenceNode) {
            return list(item -> any(item, depth + 1)).read(place);
        }
        if (node instanceof MappingNode) {
            return map(value -> any(value, depth + 1)).read(place);
        }
        if (is(node, Tag.NULL)) {
            return NullNode.instance;
        }
        if (is(node, Tag.BOOL)) {
            return BooleanNode.valueOf(Boolean.parseBoolean(text(node)));
        }
        return is(node, Tag.INT) || is(node, Tag.FLOAT) ? numeric(place) : TextNode.valueOf(text(node));
    }

    private static JsonNode numeric(Place place) {
        try {
            BigDecimal value = new BigDecimal(text(place.node()));
            return is(place.node(), Tag.INT)
                    ? JsonNodeFactory.instance.numberNode(value.toBigIntegerExact())
                    : JsonNodeFactory.instance.numberNode(value);
        } catch (NumberFormatException e) {
            throw place.expected("a number that JSON has");
        }
    }
}
