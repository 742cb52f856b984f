package io.grape.catalog;

import io.grape.catalog.Type.Bool;
import io.grape.catalog.Type.Choice;
import io.grape.catalog.Type.Decimal;
import io.grape.catalog.Type.Millis;
import io.grape.catalog.Type.Nested;
import io.grape.catalog.Type.Text;
import io.grape.catalog.Type.Timestamp;
import io.grape.catalog.Type.WholeNumber;
import java.util.stream.Collectors;

/** Describes declared fields as a table of a docs page. */
final class MarkdownTable {

    private MarkdownTable() {}

    static String of(Schema schema) {
        return "| field | what it is | values | default |\n|---|---|---|---|\n" + rows(schema, "", false);
    }

    /** Also shows under which name Redis stores each field. */
    static String ofStored(Schema schema) {
        return "| field | what it is | values | default | in Redis |\n|---|---|---|---|---|\n" + rows(schema, "", true);
    }

    private static String rows(Schema schema, String prefix, boolean isStored) {
        return schema.fields().stream()
                .map(field -> row(field, prefix, isStored)
                        + (field.type() instanceof Nested nested
                                ? rows(nested.schema(), prefix + field.name() + ".", isStored)
                                : ""))
                .collect(Collectors.joining());
    }

    private static <T> String row(Field<T> field, String prefix, boolean isStored) {
        String name = "`" + prefix + field.name() + "`";
        String linked = field.section().isEmpty() ? name : "[" + name + "](http.md#" + field.section() + ")";
        String note = field.note().isEmpty() ? "" : " " + field.note();
        String row = "| " + linked + " | " + field.description() + note + " | " + values(field) + " | "
                + defaultOf(field) + " |";
        if (!isStored) {
            return row + "\n";
        }
        return row + (prefix.isEmpty() ? " `" + field.redisField() + "` |\n" : " |\n");
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
        if (type instanceof Text text) {
            return "up to " + text.maxChars() + " characters";
        } else if (type instanceof Timestamp timestamp) {
            return timestamp.expected();
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
