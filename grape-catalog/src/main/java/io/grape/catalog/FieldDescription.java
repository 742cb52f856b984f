package io.grape.catalog;

import io.grape.catalog.Type.Bool;
import io.grape.catalog.Type.Millis;

/** The description of a field in openapi.json: its sentence, what switches it off, and when a response has it. */
final class FieldDescription {
    private FieldDescription() {}

    static String inRequest(Field<?> field) {
        String note = field.note().isEmpty() ? "" : " " + field.note();
        return field.description()
                + note
                + switch (field.offInJson()) {
                    case NULL -> " null = " + field.offMeaning() + ".";
                    case ZERO -> " 0 = " + field.offMeaning() + orMin(field) + ".";
                    case NEVER -> "";
                };
    }

    private static String orMin(Field<?> field) {
        return field.type() instanceof Millis millis && millis.min() > 1 ? ", or from " + millis.min() : "";
    }

    static <T> String inResponse(Field<T> field) {
        return field.description() + presence(field);
    }

    private static <T> String presence(Field<T> field) {
        if (field.shownWith().isPresent()) {
            Field<?> other = field.shownWith().get();
            if (other.defaultIfAny().isEmpty()) {
                return " Present with " + other + ".";
            }
            return other.type() instanceof Bool
                    ? " Present when " + other + "."
                    : " Present with " + other + ", or unless " + field.defaultValue() + ".";
        }
        if (field.isAlwaysShown() || field.defaultIfAny().isEmpty() || isAbsentForNull(field)) {
            return "";
        }
        if (field.type() instanceof Bool) {
            return " Present when true.";
        }
        return " Present unless "
                + (canBeOff(field) ? field.offMeaning() : field.type().toJson(field.defaultValue())) + ".";
    }

    private static boolean isAbsentForNull(Field<?> field) {
        return field.isNullable() && !canBeOff(field);
    }

    private static boolean canBeOff(Field<?> field) {
        return field.offInJson() != Field.Off.NEVER;
    }
}
