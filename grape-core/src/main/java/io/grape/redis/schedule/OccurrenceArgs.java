package io.grape.redis.schedule;

import io.grape.core.schedule.Occurrence;
import io.grape.redis.script.Args;
import org.jspecify.annotations.Nullable;

/** Occurrences as scripts take them: instant, due ms, and the text of the instant. */
final class OccurrenceArgs {
    private OccurrenceArgs() {}

    /** Adds one, or that there is none. */
    static Args add(Args args, @Nullable Occurrence occurrence) {
        return occurrence == null
                ? args.none().none().none()
                : args.add(occurrence.at().toEpochMilli())
                        .add(occurrence.due().toEpochMilli())
                        .add(occurrence.at().toString());
    }
}
