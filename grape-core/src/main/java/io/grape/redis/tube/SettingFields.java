package io.grape.redis.tube;

import io.grape.catalog.Field;
import io.grape.catalog.TubeFields;
import io.grape.catalog.Values;
import io.grape.core.key.KeyOrder;
import io.grape.core.key.KeyOverride;
import io.grape.core.key.KeySettings;
import io.grape.core.key.OnFailure;
import io.grape.core.tube.TubeSettings;
import io.grape.core.tube.TubeSettingsChange;
import io.grape.redis.script.Args;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Reads and writes the settings in a tube's hash. A setting with its default is not stored, unless it is always shown. */
final class SettingFields {
    private static final String NO_LIMIT = "-";
    /** The stored value of a tube that no longer has keys, while its lanes are still being emptied. */
    private static final String OFF = "off";

    private SettingFields() {}

    static TubeSettings read(Map<String, String> fields) {
        Values values = Values.NONE;
        for (Field<?> setting : TubeFields.SETTINGS.fields()) {
            String stored = fields.get(setting.redisField());
            values = stored == null ? values : with(values, setting, stored);
        }
        return new TubeSettings(values);
    }

    private static <T> Values with(Values values, Field<T> setting, String stored) {
        return setting.equals(TubeFields.KEYS)
                ? values.with(TubeFields.KEYS, keys(stored).values())
                : values.with(setting, setting.type().fromRedis(stored));
    }

    /** Adds the name and the value of each setting that changes. */
    static Args add(Args args, TubeSettingsChange change) {
        TubeFields.SETTINGS.fields().forEach(setting -> add(args, setting, change.values()));
        return args;
    }

    private static <T> void add(Args args, Field<T> setting, Values values) {
        T value = values.find(setting);
        if (value != null) {
            boolean isStored = setting.isAlwaysShown() || !value.equals(setting.defaultValue());
            args.add(setting.redisField()).add(isStored ? text(setting, value) : "");
        }
    }

    private static <T> String text(Field<T> setting, T value) {
        return setting.equals(TubeFields.KEYS)
                ? text(KeySettings.of((Values) value))
                : setting.type().toRedis(value);
    }

    static KeySettings keys(String stored) {
        if (stored.equals(OFF) || stored.isEmpty()) {
            return KeySettings.OFF;
        }
        String[] values = stored.split(" ", -1);
        return new KeySettings(
                KeyOrder.valueOf(values[0]),
                has(values[1]) ? Integer.valueOf(values[1]) : null,
                has(values[2]) ? Double.valueOf(values[2]) : null,
                has(values[3]) ? Integer.valueOf(values[3]) : null,
                Boolean.parseBoolean(values[4]),
                OnFailure.valueOf(values[5]),
                has(values[6]) ? Long.valueOf(values[6]) : null);
    }

    /**
     * Returns the values in effect for a key: those of its override, and otherwise those of its tube. A weight that its override does not
     * have is that of a produce, or 1.
     *
     * @param override as it is stored; empty = none
     */
    static KeyOverride inEffect(String override, KeySettings ofTube, @Nullable Double producedWeight) {
        String[] values = (override.isEmpty() ? "- - - - - -" : override).split(" ", -1);
        boolean hasRate = has(values[2]);
        return new KeyOverride(
                has(values[0])
                        ? Double.valueOf(values[0])
                        : producedWeight == null ? Double.valueOf(1) : producedWeight,
                has(values[1]) && !ofTube.ordered() ? Integer.valueOf(values[1]) : ofTube.concurrency(),
                hasRate ? Double.valueOf(values[2]) : ofTube.perSecond(),
                hasRate ? (has(values[3]) ? Integer.valueOf(values[3]) : null) : ofTube.burst(),
                has(values[4]) ? Long.valueOf(values[4]) : ofTube.maxJobs(),
                has(values[5]));
    }

    private static boolean has(String value) {
        return !value.equals(NO_LIMIT);
    }

    /** Returns them in the form that {@code lanes.lua} reads. The order is one word there, and two fields on the wire. */
    private static String text(KeySettings keys) {
        return Stream.of(
                        keys.order(),
                        keys.concurrency(),
                        keys.perSecond(),
                        keys.burst(),
                        keys.ordered(),
                        keys.onFailure(),
                        keys.maxJobs())
                .map(value -> value == null ? NO_LIMIT : value.toString())
                .collect(Collectors.joining(" "));
    }
}
