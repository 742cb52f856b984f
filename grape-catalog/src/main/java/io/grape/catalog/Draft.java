package io.grape.catalog;

import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Values while they are being read or validated. The rules of a {@link Schema} inspect a draft, refuse it, or fill in defaults. */
public final class Draft {
    private final String prefix;
    private final Refusal refusal;
    private final Values.Builder values;

    Draft(Values values, String prefix, Refusal refusal) {
        this.values = new Values.Builder(values);
        this.prefix = prefix;
        this.refusal = refusal;
    }

    /** Returns true if the field is present. */
    public boolean has(Field<?> field) {
        return values.find(field) != null;
    }

    /** Returns null if the field is absent. */
    public <T> @Nullable T find(Field<T> field) {
        return values.find(field);
    }

    /** Returns the field's default if it is absent. */
    public <T> T get(Field<T> field) {
        T value = find(field);
        return value == null ? field.defaultValue() : value;
    }

    /** Sets the field unless it is present. */
    public <T> void setIfAbsent(Field<T> field, T value) {
        if (!has(field)) {
            set(field, value);
        }
    }

    /** Sets the field; null removes it. */
    public <T> void set(Field<T> field, @Nullable T value) {
        values.set(field, value);
    }

    /** Makes the field absent. */
    public void remove(Field<?> field) {
        values.set(field, null);
    }

    /** Returns the exception to throw when a field is invalid. */
    public RuntimeException refusal(Field<?> field, String expected, Object got) {
        return refusal.of(prefix + field.name(), expected, got);
    }

    /** Returns the exception to throw when several fields are invalid together. */
    public RuntimeException refusal(List<Field<?>> together, String expected, Object got) {
        return refusal.of(prefix + together.stream().map(Field::name).collect(Collectors.joining(", ")), expected, got);
    }

    <T> void read(Field<T> field, Source source) {
        set(field, field.read(source, this, prefix, refusal));
    }

    <T> void readLeniently(Field<T> field, Source source) {
        set(field, field.readLeniently(source));
    }

    <T> void validate(Field<T> field, Values from) {
        set(field, field.validated(from.find(field), this, prefix, refusal));
    }

    Values values() {
        return values.build();
    }
}
