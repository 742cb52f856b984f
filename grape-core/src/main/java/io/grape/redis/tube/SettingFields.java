package io.grape.redis.tube;

import io.grape.core.tube.TubeSettings;
import io.grape.core.tube.TubeSettingsChange;
import io.grape.redis.script.Args;
import java.time.Duration;
import java.util.function.ToLongFunction;

/** The settings among the fields of a tube's hash. */
final class SettingFields {
    private static final String TTR = "ttr";
    private static final String MAX_ATTEMPTS = "maxAttempts";

    private SettingFields() {}

    static TubeSettings read(ToLongFunction<String> field) {
        return new TubeSettings(Duration.ofMillis(field.applyAsLong(TTR)), (int) field.applyAsLong(MAX_ATTEMPTS));
    }

    /** Adds the name and the value of each setting that changes. */
    static Args add(Args args, TubeSettingsChange change) {
        Duration ttr = change.ttr();
        if (ttr != null) {
            args.add(TTR).add(ttr.toMillis());
        }
        Integer attempts = change.maxAttempts();
        if (attempts != null) {
            args.add(MAX_ATTEMPTS).add(attempts);
        }
        return args;
    }
}
