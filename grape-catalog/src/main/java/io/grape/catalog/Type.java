package io.grape.catalog;

import java.math.BigDecimal;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.Locale;
import java.util.function.LongFunction;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** The type of a field's values: how JSON and Redis spell them, and their bounds. */
public sealed interface Type<T> {
    /**
     * Reads a value, or returns null where the source has none. A type checks its bounds here only where converting the value would hide
     * that it is out of bounds; {@link #validated} checks them in all cases.
     *
     * @param refusal null = accept what is out of bounds
     */
    @Nullable
    T read(Source source, String name, String prefix, @Nullable Refusal refusal);

    /** Returns the value, with defaults filled in if it is an object; refuses a value that is out of bounds. */
    T validated(T value, String path, Refusal refusal);

    /** Describes the valid values for an error message, for example "a whole number from 1 to 1000". */
    String expected();

    /** Returns this type with another minimum. */
    default Type<T> withMin(T min) {
        throw new UnsupportedOperationException("no minimum: " + this);
    }

    /** Returns the value as a JSON library writes it: a number, a boolean, a string or a map. */
    Object toJson(T value);

    /** Returns the value as Redis stores it. */
    default String toRedis(T value) {
        return toJson(value).toString();
    }

    /** Returns the value of a text that {@link #toRedis} wrote. */
    T fromRedis(String stored);

    /** One of several words. */
    static Choice choice(String... words) {
        return new Choice(null, List.of(words));
    }

    /** One of several words, with a schema of its own in openapi.json. */
    static Choice namedChoice(String name, String... words) {
        return new Choice(name, List.of(words));
    }

    /**
     * A duration, in milliseconds.
     *
     * @param oneSided an error message names only the bound that the value passed, because the other one is so far away that it would
     *     only confuse
     */
    record Millis(long min, long max, boolean oneSided) implements Type<Duration> {
        public static Millis between(Duration min, Duration max) {
            return new Millis(min.toMillis(), max.toMillis(), false);
        }

        /** The same bounds as {@link #between}, but error messages name only the one that was passed. */
        public static Millis atLeast(Duration min, Duration max) {
            return new Millis(min.toMillis(), max.toMillis(), true);
        }

        @Override
        public @Nullable Duration read(Source source, String name, String prefix, @Nullable Refusal refusal) {
            Long value = source.wholeNumber(name);
            return value == null ? null : Duration.ofMillis(value);
        }

        @Override
        public Duration validated(Duration value, String path, Refusal refusal) {
            if (oneSided && value.compareTo(Duration.ofMillis(min)) < 0) {
                throw refusal.of(path, min + " or more", value.toMillis());
            }
            if (oneSided && value.compareTo(Duration.ofMillis(max)) > 0) {
                throw refusal.of(path, max + " or less", value.toMillis());
            }
            WholeNumber.check(path, value.toMillis(), min, max, refusal);
            return value;
        }

        @Override
        public String expected() {
            return WholeNumber.expected(min, max);
        }

        @Override
        public Millis withMin(Duration value) {
            return new Millis(value.toMillis(), max, oneSided);
        }

        /** Rounds up, because 0 would switch a field off. What is too long for a {@code long} is left to the broker to refuse. */
        @Override
        public Object toJson(Duration value) {
            try {
                return value.isNegative()
                        ? Math.min(-1, value.toMillis())
                        : value.plusNanos(999_999).toMillis();
            } catch (ArithmeticException e) {
                return value.isNegative() ? Long.MIN_VALUE : Long.MAX_VALUE;
            }
        }

        @Override
        public Duration fromRedis(String stored) {
            return Duration.ofMillis(Long.parseLong(stored));
        }
    }

    /** A whole number, an {@code Integer} or a {@code Long} in Java. */
    record WholeNumber<N extends Number>(long min, long max, LongFunction<N> boxed) implements Type<N> {
        public static WholeNumber<Integer> ofInts(int min, int max) {
            return new WholeNumber<>(min, max, WholeNumber::nearestInt);
        }

        public static WholeNumber<Long> ofLongs(long min, long max) {
            return new WholeNumber<>(min, max, value -> value);
        }

        /** A client does not check bounds, so the broker has to refuse the number. A cast would turn 2^32 + 5 into a valid 5. */
        private static int nearestInt(long value) {
            return (int) Math.max(Integer.MIN_VALUE, Math.min(Integer.MAX_VALUE, value));
        }

        /** Returns true if it is a {@code Long} in Java. */
        public boolean isLong() {
            return boxed.apply(0) instanceof Long;
        }

        @Override
        public @Nullable N read(Source source, String name, String prefix, @Nullable Refusal refusal) {
            Long value = source.wholeNumber(name);
            if (value == null) {
                return null;
            }
            // Checked before the conversion to an int, so that the error shows the number as it was sent.
            return boxed.apply(refusal == null ? value : check(prefix + name, value, min, max, refusal));
        }

        @Override
        public N validated(N value, String path, Refusal refusal) {
            check(path, value.longValue(), min, max, refusal);
            return value;
        }

        static long check(String path, long value, long min, long max, Refusal refusal) {
            if (value < min || value > max) {
                throw refusal.of(path, expected(min, max), value);
            }
            return value;
        }

        static String expected(long min, long max) {
            return "a whole number from " + min + " to " + max;
        }

        @Override
        public String expected() {
            return expected(min, max);
        }

        @Override
        public Object toJson(N value) {
            return value;
        }

        @Override
        public N fromRedis(String stored) {
            return boxed.apply(Long.parseLong(stored));
        }
    }

    /** A number that may have a fraction. */
    record Decimal(double min, double max) implements Type<Double> {
        @Override
        public @Nullable Double read(Source source, String name, String prefix, @Nullable Refusal refusal) {
            return source.number(name);
        }

        @Override
        public Double validated(Double value, String path, Refusal refusal) {
            // Not "value < min || value > max", which would accept NaN.
            if (!(value >= min && value <= max)) {
                throw refusal.of(path, expected(), value);
            }
            return value;
        }

        @Override
        public String expected() {
            return "a number from " + plain(min) + " to " + plain(max);
        }

        /** Returns the number without an exponent and without trailing zeros. */
        static String plain(double value) {
            return BigDecimal.valueOf(value).stripTrailingZeros().toPlainString();
        }

        /** Returns 2 rather than 2.0. */
        @Override
        public Object toJson(Double value) {
            boolean isWhole = value == Math.rint(value) && Math.abs(value) < Long.MAX_VALUE;
            return isWhole ? (Object) value.longValue() : value;
        }

        @Override
        public String toRedis(Double value) {
            return value.toString();
        }

        @Override
        public Double fromRedis(String stored) {
            return Double.valueOf(stored);
        }
    }

    /** True or false. */
    record Bool() implements Type<Boolean> {
        @Override
        public Boolean read(Source source, String name, String prefix, @Nullable Refusal refusal) {
            return source.flag(name);
        }

        @Override
        public String expected() {
            return "true or false";
        }

        @Override
        public Boolean validated(Boolean value, String path, Refusal refusal) {
            return value;
        }

        @Override
        public Object toJson(Boolean value) {
            return value;
        }

        @Override
        public String toRedis(Boolean value) {
            return value ? "1" : "";
        }

        @Override
        public Boolean fromRedis(String stored) {
            return stored.equals("1");
        }
    }

    /**
     * One of several words. It is a string in Java rather than an enum, so that a client can show a word that only a later broker has.
     *
     * @param name the name of its schema in openapi.json; null = it has none of its own
     */
    record Choice(@Nullable String name, List<String> words) implements Type<String> {
        @Override
        public @Nullable String read(Source source, String name, String prefix, @Nullable Refusal refusal) {
            return source.text(name);
        }

        @Override
        public String validated(String value, String path, Refusal refusal) {
            if (!words.contains(value)) {
                throw refusal.of(path, expected(), "'" + value + "'");
            }
            return value;
        }

        /** For example "hold, drop, bury or refuse". */
        @Override
        public String expected() {
            int last = words.size() - 1;
            return last == 0 ? words.get(0) : String.join(", ", words.subList(0, last)) + " or " + words.get(last);
        }

        @Override
        public Object toJson(String value) {
            return value;
        }

        @Override
        public String fromRedis(String stored) {
            return stored;
        }
    }

    /**
     * A text of up to {@code maxChars} Unicode code points.
     *
     * @param schema the name of its schema in openapi.json, which says which characters it may have; null = it has none of its own
     * @param pattern the characters and the length that it may have, for openapi.json; null = any characters. The core checks both
     */
    record Text(
            int maxChars, @Nullable String schema, @Nullable String pattern) implements Type<String> {
        static final Text KEY = new Text(128, null, "^[A-Za-z0-9._:~-]{1,128}$");
        static final Text LABEL = new Text(64, null, "^[a-z0-9._:/-]{1,64}$");
        static final Text TUBE_NAME = new Text(200, "TubeName", null);

        public Text(int maxChars) {
            this(maxChars, null, null);
        }

        @Override
        public @Nullable String read(Source source, String name, String prefix, @Nullable Refusal refusal) {
            return source.text(name);
        }

        @Override
        public String validated(String value, String path, Refusal refusal) {
            boolean isCheckedByCore = schema != null || pattern != null;
            if (!isCheckedByCore && value.codePointCount(0, value.length()) > maxChars) {
                throw refusal.of(path, "at most " + maxChars + " characters", value);
            }
            return value;
        }

        @Override
        public String expected() {
            return "a text";
        }

        @Override
        public Object toJson(String value) {
            return value;
        }

        @Override
        public String fromRedis(String stored) {
            return stored;
        }
    }

    /**
     * An instant: RFC 3339 in JSON, milliseconds since 1970 in Redis.
     *
     * @param isDueTime true if a job can be due at it, so that it must be from 1970 up to 2200
     */
    record Timestamp(boolean isDueTime) implements Type<Instant> {
        /** Later instants cannot be ordered to the millisecond. */
        public static final Instant MAX_DUE = Instant.parse("2200-01-01T00:00:00Z");

        static final Timestamp ANY = new Timestamp(false);
        static final Timestamp DUE_TIME = new Timestamp(true);

        private static final DateTimeFormatter JSON = DateTimeFormatter.ofPattern(
                        "uuuu-MM-dd'T'HH:mm:ss.SSS'Z'", Locale.ROOT)
                .withZone(ZoneOffset.UTC);

        @Override
        public @Nullable Instant read(Source source, String name, String prefix, @Nullable Refusal refusal) {
            return source.instant(name);
        }

        @Override
        public Instant validated(Instant value, String path, Refusal refusal) {
            if (isDueTime && (value.isBefore(Instant.EPOCH) || value.isAfter(MAX_DUE))) {
                throw refusal.of(path, expected(), value);
            }
            return value;
        }

        @Override
        public String expected() {
            return isDueTime ? Instant.EPOCH + " to " + MAX_DUE : "an instant";
        }

        @Override
        public Object toJson(Instant value) {
            return JSON.format(value);
        }

        @Override
        public String toRedis(Instant value) {
            return String.valueOf(value.toEpochMilli());
        }

        @Override
        public Instant fromRedis(String stored) {
            return Instant.ofEpochMilli(Long.parseLong(stored));
        }
    }

    /** An object with fields of its own. A change replaces it as a whole. Redis stores its values in order, separated by spaces. */
    record Nested(Schema schema) implements Type<Values> {
        private static final String ABSENT = "-";

        @Override
        public @Nullable Values read(Source source, String name, String prefix, @Nullable Refusal refusal) {
            Source fields = source.object(name, schema.names());
            if (!source.hasValue(name)) {
                return null;
            }
            return refusal == null ? schema.readLeniently(fields) : schema.read(fields, prefix + name + ".", refusal);
        }

        @Override
        public String expected() {
            return "an object";
        }

        @Override
        public Values validated(Values value, String path, Refusal refusal) {
            return schema.validated(value, path + ".", refusal);
        }

        @Override
        public Object toJson(Values value) {
            return schema.toJson(value);
        }

        @Override
        public String toRedis(Values value) {
            return schema.fields().stream().map(field -> toRedis(field, value)).collect(Collectors.joining(" "));
        }

        private static <V> String toRedis(Field<V> field, Values values) {
            V value = values.find(field);
            return value == null ? ABSENT : field.type().toRedis(value);
        }

        @Override
        public Values fromRedis(String stored) {
            String[] texts = stored.split(" ", -1);
            Values values = Values.NONE;
            // A later release may have added fields at the end.
            int known = Math.min(texts.length, schema.fields().size());
            for (int index = 0; index < known; index++) {
                if (!texts[index].equals(ABSENT)) {
                    values = with(values, schema.fields().get(index), texts[index]);
                }
            }
            return values;
        }

        private static <V> Values with(Values values, Field<V> field, String stored) {
            return values.with(field, field.type().fromRedis(stored));
        }
    }
}
