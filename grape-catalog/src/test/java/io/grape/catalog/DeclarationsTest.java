package io.grape.catalog;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.grape.catalog.Type.Decimal;
import io.grape.catalog.Type.Millis;
import io.grape.catalog.Type.Nested;
import io.grape.catalog.Type.WholeNumber;
import java.time.Duration;
import java.time.Instant;
import java.util.HashSet;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Rules for the declared settings of a tube. Their literal bounds are in the recorded requests and in openapi.json. */
class DeclarationsTest {
    private static final Refusal REFUSAL =
            (path, expected, got) -> new IllegalArgumentException(path + ": expected " + expected + ", got " + got);
    private static final Draft NOTHING = new Draft(Values.NONE, "", REFUSAL);

    private static Stream<Field<?>> all() {
        return Stream.of(
                        TubeFields.SETTINGS,
                        KeyOverrideFields.SCHEMA,
                        GateFields.SCHEMA,
                        ScheduleFields.SCHEMA,
                        OperationFields.SCHEMA,
                        QuotaFields.SCHEMA)
                .flatMap(DeclarationsTest::all);
    }

    private static Stream<Field<?>> all(Schema schema) {
        return schema.fields().stream()
                .flatMap(field -> Stream.concat(
                        Stream.of(field), field.type() instanceof Nested nested ? all(nested.schema()) : Stream.of()));
    }

    @Test
    void boundsAreInclusive() {
        all().forEach(DeclarationsTest::checkBounds);
    }

    @SuppressWarnings("unchecked") // The type of the field determines the type of its values.
    private static void checkBounds(Field<?> field) {
        if (field.type() instanceof Millis millis) {
            Field<Duration> one = (Field<Duration>) field;
            check(one, Duration.ofMillis(millis.min()), Duration.ofMillis(millis.min() - 1));
            check(one, Duration.ofMillis(millis.max()), Duration.ofMillis(millis.max() + 1));
        } else if (field.type() instanceof WholeNumber<?> whole) {
            check(
                    (Field<Number>) field,
                    whole.boxed().apply(whole.min()),
                    whole.boxed().apply(whole.min() - 1));
            check(
                    (Field<Number>) field,
                    whole.boxed().apply(whole.max()),
                    whole.boxed().apply(whole.max() + 1));
        } else if (field.type() instanceof Decimal decimal) {
            check((Field<Double>) field, decimal.min(), Math.nextDown(decimal.min()));
            check((Field<Double>) field, decimal.max(), Math.nextUp(decimal.max()));
            check((Field<Double>) field, decimal.max(), Double.NaN);
        }
    }

    private static <T> void check(Field<T> field, T last, T next) {
        assertThat(field.validated(last, NOTHING, "", REFUSAL)).isEqualTo(last);
        if (field.off().filter(next::equals).isEmpty()) {
            assertThatThrownBy(() -> field.validated(next, NOTHING, "", REFUSAL))
                    .hasMessageStartingWith(field.name() + ": expected ");
        }
    }

    @Test
    void defaultsAreValidAndChangeNothing() {
        Schema settings = TubeFields.SETTINGS;
        Values defaults = settings.completed(Values.NONE);
        assertThat(settings.validated(defaults, "", REFUSAL)).isEqualTo(defaults);
        assertThat(settings.normalized(defaults)).isEqualTo(settings.normalized(Values.NONE));
        assertThat(settings.toJson(settings.normalized(defaults))).hasToString("{ttrMs=60000, maxAttempts=20}");
    }

    @Test
    void eachSettingHasItsOwnRedisField() {
        Set<String> names = new HashSet<>();
        TubeFields.SETTINGS
                .fields()
                .forEach(field -> assertThat(names.add(field.redisField()))
                        .as(field.name())
                        .isTrue());
    }

    @Test
    void everyDescriptionIsASentence() {
        all().forEach(field -> assertThat(field.description()).as(field.name()).matches("[A-Z].*\\."));
    }

    /** Null in a limit is the same as an absent limit. A null lateness target is no target. Each field declares which holds. */
    @Test
    void nullMeansWhatTheFieldDeclares() {
        Values limits = LimitFields.SCHEMA.read(new Nulls("burst", "perSecond"), "limits.", REFUSAL);
        assertThat(limits).isEqualTo(Values.NONE);
        Values settings = TubeFields.SETTINGS.read(new Nulls("latenessTargetMs"), "", REFUSAL);
        assertThat(settings.find(TubeFields.LATENESS_TARGET)).isEqualTo(Duration.ZERO);
        assertThat(settings.has(TubeFields.DEDUP_WINDOW)).isFalse();
        Values lenient = TubeFields.SETTINGS.readLeniently(new Nulls("dedupWindowMs", "ttrMs"));
        assertThat(lenient.find(TubeFields.DEDUP_WINDOW)).isEqualTo(Duration.ZERO);
        assertThat(lenient.has(TubeFields.TTR)).isFalse();
    }

    @Test
    void nullIsRefusedForARequiredField() {
        assertThatThrownBy(() -> GateFields.SCHEMA.read(new Nulls("match", "mode"), "", REFUSAL))
                .hasMessage("match: expected an object with one of key, label and all, got none");
    }

    /** A fraction of a millisecond must not become 0, which switches a field off. */
    @Test
    void durationsAreRoundedUpInJson() {
        Type<Duration> type = TubeFields.EXPIRES_AFTER.type();
        assertThat(type.toJson(Duration.ofNanos(1))).isEqualTo(1L);
        assertThat(type.toJson(Duration.ofNanos(1_000_001))).isEqualTo(2L);
        assertThat(type.toJson(Duration.ofNanos(-1))).isEqualTo(-1L);
        assertThat(type.toJson(Duration.ofSeconds(Long.MAX_VALUE))).isEqualTo(Long.MAX_VALUE);
    }

    @Test
    void hugeNumbersKeepTheirValueInJson() {
        assertThat(LimitFields.PER_SECOND.type().toJson(1e19)).isEqualTo(1e19);
        assertThat(LimitFields.PER_SECOND.type().toJson(2.0)).isEqualTo(2L);
    }

    @Test
    void valuesThatALaterReleaseStoredAreIgnored() {
        Values limits = TubeFields.LIMITS.type().fromRedis("5 - - - - 7");
        assertThat(limits).isEqualTo(Values.NONE.with(LimitFields.CONCURRENCY, 5));
        assertThat(TubeFields.LIMITS.type().fromRedis("5")).isEqualTo(limits);
    }

    /** An object whose fields are null. */
    private record Nulls(Set<String> names) implements Source {
        Nulls(String... names) {
            this(Set.of(names));
        }

        @Override
        public boolean has(String name) {
            return names.contains(name);
        }

        @Override
        public boolean hasValue(String name) {
            return false;
        }

        @Override
        public @Nullable Long wholeNumber(String name) {
            return null;
        }

        @Override
        public @Nullable Double number(String name) {
            return null;
        }

        @Override
        public @Nullable String text(String name) {
            return null;
        }

        @Override
        public @Nullable Instant instant(String name) {
            return null;
        }

        @Override
        public boolean flag(String name) {
            return false;
        }

        @Override
        public Source object(String name, Set<String> known) {
            return this;
        }
    }
}
