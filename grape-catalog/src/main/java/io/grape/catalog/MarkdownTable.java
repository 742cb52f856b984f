package io.grape.catalog;

import io.grape.catalog.Type.Bool;
import io.grape.catalog.Type.Choice;
import io.grape.catalog.Type.Decimal;
import io.grape.catalog.Type.Millis;
import io.grape.catalog.Type.Nested;
import io.grape.catalog.Type.WholeNumber;
import java.util.stream.Collectors;

/** Describes declared fields as a table of a docs page. */
final class MarkdownTable {
    private static final String HEAD =
            "| setting | what it is | values | default | in Redis |\n|---|---|---|---|---|\n";

    private MarkdownTable() {}

    static String of(Schema schema) {
        return HEAD + rows(schema, "");
    }

    private static String rows(Schema schema, String prefix) {
        return schema.fields().stream()
                .map(field -> row(field, prefix)
                        + (field.type() instanceof Nested nested
                                ? rows(nested.schema(), prefix + field.name() + ".")
                                : ""))
                .collect(Collectors.joining());
    }

    private static <T> String row(Field<T> field, String prefix) {
        String name = "`" + prefix + field.name() + "`";
        String linked = field.section().isEmpty() ? name : "[" + name + "](http.md#" + field.section() + ")";
        String note = field.note().isEmpty() ? "" : " " + field.note();
        String inRedis = prefix.isEmpty() ? "`" + field.redisField() + "`" : "";
        return "| " + linked + " | " + field.description() + note + " | " + values(field) + " | " + defaultOf(field)
                + " | " + inRedis + " |\n";
    }

    private static <T> String values(Field<T> field) {
        String values = field.minField()
                .map(min -> "`" + min + "` to " + max(field.type()))
                .orElse(values(field.type()));
        return switch (field.offInJson()) {
            case NULL -> values + ", null = " + field.offMeaning();
            case ZERO ->
                values.startsWith("0 to ")
                        ? values + ", 0 = " + field.offMeaning()
                        : "0 = " + field.offMeaning() + ", or " + values;
            case NEVER -> values;
        };
    }

    private static String values(Type<?> type) {
        if (type instanceof Millis millis) {
            return millis.min() + " to " + millis.max();
        } else if (type instanceof WholeNumber<?> number) {
            return number.min() + " to " + number.max();
        } else if (type instanceof Decimal decimal) {
            return Decimal.plain(decimal.min()) + " to " + Decimal.plain(decimal.max());
        } else if (type instanceof Choice choice) {
            return choice.words().stream().map(word -> "`" + word + "`").collect(Collectors.joining(", "));
        }
        return type instanceof Bool ? "true, false" : "an object";
    }

    private static String max(Type<?> type) {
        return type instanceof Millis millis ? "" + millis.max() : values(type);
    }

    private static <T> String defaultOf(Field<T> field) {
        return field.offInJson() != Field.Off.NEVER
                ? field.offMeaning()
                : field.defaultIfAny()
                        .map(value -> field.type().toJson(value).toString())
                        .orElse("");
    }
}
