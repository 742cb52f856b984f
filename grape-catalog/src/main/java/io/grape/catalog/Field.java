package io.grape.catalog;

import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The declaration of one named value, and the key to read it: {@code settings.get(LATENESS_TARGET)}.
 *
 * @param <T> the type of the value
 */
public final class Field<T> {
    /** How JSON spells the value that switches a field off. */
    public enum Off {
        /** The field cannot be switched off. */
        NEVER,
        /** As 0. */
        ZERO,
        /** As null. */
        NULL
    }

    private final Builder<T> declared;
    private final String description;
    private final int index;

    private Field(Builder<T> declared, String description) {
        this.declared = declared;
        this.description = description;
        this.index = declared.schema.fields().size();
    }

    Schema schema() {
        return declared.schema;
    }

    /** Returns its position among the fields of its schema. */
    int index() {
        return index;
    }

    /** Returns its name in JSON. */
    public String name() {
        return declared.name;
    }

    /** Returns its name in responses, which is that in requests unless another field of the response has that name. */
    public String shownName() {
        return declared.shownName;
    }

    /** Returns the type of its values. */
    public Type<T> type() {
        return declared.type;
    }

    /** Returns its default, which is also its value while it is switched off. Fails if it has none. */
    public T defaultValue() {
        return Objects.requireNonNull(declared.defaultValue, () -> name() + " has no default");
    }

    /** Returns its default, if it has one. */
    public Optional<T> defaultIfAny() {
        return Optional.ofNullable(declared.defaultValue);
    }

    @Nullable
    T defaultOrNull() {
        return declared.defaultValue;
    }

    /** Returns the value that switches it off; bounds do not apply to this value. */
    public Optional<T> off() {
        return declared.off == Off.NEVER ? Optional.empty() : Optional.of(defaultValue());
    }

    /** Returns how JSON spells that it is switched off. */
    public Off offInJson() {
        return declared.off;
    }

    /** Describes what switching it off means. */
    public String offMeaning() {
        return declared.offMeaning;
    }

    /** Returns true if JSON may have null for it. */
    public boolean isNullable() {
        return declared.nullable;
    }

    /** Returns true if it is stored and shown even if it has its default. */
    public boolean isAlwaysShown() {
        return declared.alwaysShown;
    }

    /** Returns the field with which this one is shown even if it has its default. */
    public Optional<Field<?>> shownWith() {
        return Optional.ofNullable(declared.shownWith);
    }

    /** Returns true if responses show null where it is absent. */
    public boolean isShownAsNull() {
        return declared.shownAsNull;
    }

    /** Returns its name in the Redis hash. */
    public String redisField() {
        return declared.redisField;
    }

    /** Returns the lowest storage layout in which every broker obeys it. */
    public int layout() {
        return declared.layout;
    }

    /** Returns the section of {@code docs/http.md} that explains it, or an empty string. */
    public String section() {
        return declared.section;
    }

    /** Returns its description, one sentence. */
    public String description() {
        return description;
    }

    /** Returns what docs and schemas add to the description, or an empty string. */
    public String note() {
        return declared.note;
    }

    /** Returns true if its object is invalid without it. */
    public boolean isRequired() {
        return declared.required;
    }

    /** Returns the field whose value is the minimum of this one. */
    public Optional<Field<T>> minField() {
        return Optional.ofNullable(declared.minField);
    }

    /**
     * Returns the value, with defaults filled in if it is an object; null if it is absent.
     *
     * @param before the fields that were validated before this one
     */
    @Nullable
    T validated(@Nullable T value, Draft before, String prefix, Refusal refusal) {
        if (value == null && declared.required) {
            throw refusal.of(prefix + name(), declared.expected, "none");
        }
        return value == null || isOff(value) ? value : inBounds(value, before, prefix, refusal);
    }

    /**
     * Returns null if it is absent. Refuses nothing, and accepts null for every field that can be switched off, however JSON has to spell
     * that.
     */
    @Nullable
    T readLeniently(Source source) {
        if (!source.hasValue(name())) {
            return source.has(name()) && declared.off != Off.NEVER ? declared.defaultValue : null;
        }
        return declared.type.read(source, name(), "", null);
    }

    /** Returns null if it is absent. Of 0 and null, it accepts only the one that its declaration names. */
    @Nullable
    T read(Source source, Draft before, String prefix, Refusal refusal) {
        if (!source.has(name()) || isNull(source)) {
            return validated(source.has(name()) ? meaningOfNull() : null, before, prefix, refusal);
        }
        T value = declared.type.read(source, name(), prefix, refusal);
        return value == null || (declared.off == Off.ZERO && isOff(value))
                ? validated(value, before, prefix, refusal)
                : inBounds(value, before, prefix, refusal);
    }

    private boolean isNull(Source source) {
        return declared.nullable && source.has(name()) && !source.hasValue(name());
    }

    /** Null switches a field off, or is the same as an absent field, depending on the declaration. */
    private @Nullable T meaningOfNull() {
        return declared.off == Off.NULL ? declared.defaultValue : null;
    }

    private boolean isOff(T value) {
        return declared.off != Off.NEVER && value.equals(declared.defaultValue);
    }

    private T inBounds(T value, Draft before, String prefix, Refusal refusal) {
        T min = declared.minField == null ? null : before.find(declared.minField);
        Type<T> bounded = min == null ? declared.type : declared.type.withMin(min);
        return bounded.validated(value, prefix + name(), refusal);
    }

    @Override
    public String toString() {
        return name();
    }

    /** Builds a declaration. {@link #describedAs} ends it, so that no declaration is without a description. */
    public static final class Builder<T> {
        private final Schema schema;
        private final String name;
        private final Type<T> type;
        private @Nullable T defaultValue;
        private Off off = Off.NEVER;
        private String offMeaning = "off";
        private boolean nullable;
        private boolean required;
        private String expected = "";
        private boolean alwaysShown;
        private boolean shownAsNull;
        private @Nullable Field<T> minField;
        private @Nullable Field<?> shownWith;
        private String redisField;
        private String shownName;
        private int layout = 1;
        private String note = "";
        private String section = "";

        Builder(Schema schema, String name, Type<T> type) {
            this.schema = schema;
            this.name = name;
            this.type = type;
            this.redisField = name;
            this.shownName = name;
        }

        /** The value of an absent field. */
        public Builder<T> withDefault(T value) {
            defaultValue = value;
            return this;
        }

        /** Off by default. Off is {@code value} in Java, 0 in JSON, and absent in Redis. */
        public Builder<T> offIsZero(T value) {
            off = Off.ZERO;
            return withDefault(value);
        }

        /** Off by default. Off is {@code value} in Java, null in JSON, and absent in Redis. */
        public Builder<T> offIsNull(T value) {
            off = Off.NULL;
            return nullable().withDefault(value);
        }

        /** What switching it off means. */
        public Builder<T> offMeans(String meaning) {
            offMeaning = meaning;
            return this;
        }

        /** JSON may have null, which is the same as if the field were absent. */
        public Builder<T> nullable() {
            nullable = true;
            return this;
        }

        /** Its object is invalid without it. */
        public Builder<T> required() {
            return required(type.expected());
        }

        /** Its object is invalid without it, and an error message says that it expected {@code what}. */
        public Builder<T> required(String what) {
            required = true;
            expected = what;
            return this;
        }

        /** The value of an earlier field is the minimum of this one. */
        public Builder<T> notBelow(Field<T> other) {
            minField = other;
            return this;
        }

        /** Stored and shown even if it has its default. */
        public Builder<T> alwaysShown() {
            alwaysShown = true;
            return this;
        }

        /** Requests may have null, which is the same as if the field were absent; responses show null where it is absent. */
        public Builder<T> shownAsNull() {
            shownAsNull = true;
            return nullable();
        }

        /** Shown wherever an earlier field is shown, even if it has its default. */
        public Builder<T> shownWith(Field<?> other) {
            shownWith = other;
            return this;
        }

        /** Its name in responses; without this, the name in requests. */
        public Builder<T> shownAs(String responseName) {
            shownName = responseName;
            return this;
        }

        /** Its name in the Redis hash; without this, the name in JSON. */
        public Builder<T> storedAs(String field) {
            redisField = field;
            return this;
        }

        /** The lowest storage layout in which every broker obeys it. */
        public Builder<T> needsLayout(int number) {
            layout = number;
            return this;
        }

        /** The section of {@code docs/http.md} that explains it. */
        public Builder<T> section(String anchor) {
            section = anchor;
            return this;
        }

        /** What docs and schemas add to the description. */
        public Builder<T> note(String sentence) {
            note = sentence;
            return this;
        }

        /** Ends the declaration with a description, one sentence, and adds the field to its schema. */
        public Field<T> describedAs(String sentence) {
            return schema.add(new Field<>(this, sentence));
        }
    }
}
