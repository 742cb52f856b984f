package io.grape.catalog;

import io.grape.catalog.Type.Bool;
import io.grape.catalog.Type.Choice;
import io.grape.catalog.Type.Decimal;
import io.grape.catalog.Type.Millis;
import io.grape.catalog.Type.Nested;
import io.grape.catalog.Type.WholeNumber;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Describes declared fields so that the console can draw a form. Labels are not part of it: the console translates them. */
final class ConsoleForm {
    private ConsoleForm() {}

    static List<Map<String, Object>> of(Schema schema) {
        return schema.fields().stream().map(ConsoleForm::field).toList();
    }

    private static <T> Map<String, Object> field(Field<T> field) {
        Map<String, Object> form = new LinkedHashMap<>();
        form.put("name", field.name());
        putType(form, field.type());
        if (field.isRequired()) {
            form.put("required", true);
        }
        if (field.isAlwaysShown()) {
            form.put("always", true);
        }
        switch (field.offInJson()) {
            case ZERO -> form.put("off", 0);
            case NULL -> form.put("off", null);
            case NEVER ->
                field.defaultIfAny()
                        .ifPresent(value -> form.put("default", field.type().toJson(value)));
        }
        return form;
    }

    private static void putType(Map<String, Object> form, Type<?> type) {
        if (type instanceof Millis millis) {
            putNumber(form, "duration", millis.min(), millis.max());
        } else if (type instanceof WholeNumber<?> number) {
            putNumber(form, "whole", number.min(), number.max());
        } else if (type instanceof Decimal decimal) {
            putNumber(form, "number", decimal.toJson(decimal.min()), decimal.toJson(decimal.max()));
        } else if (type instanceof Choice choice) {
            form.put("type", "choice");
            form.put("words", choice.words());
        } else if (type instanceof Nested nested) {
            form.put("type", "object");
            form.put("fields", of(nested.schema()));
        } else if (type instanceof Bool) {
            form.put("type", "flag");
        }
    }

    private static void putNumber(Map<String, Object> form, String type, Object min, Object max) {
        form.put("type", type);
        form.put("min", min);
        form.put("max", max);
    }
}
