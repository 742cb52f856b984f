package io.grape.server.http.openapi;

import io.grape.core.gate.GateMode;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What requests and responses about the gates of tubes hold. */
interface GateRecords {
    String MODE = "What happens to them: ready jobs are held, dropped or buried, new ones refused.";
    String UNTIL = "When it is removed automatically; null = when somebody removes it.";
    String REASON = "For people.";

    /** Declared by {@link io.grape.catalog.GateMatchFields}. */
    record Match() {}

    /** Declared by {@link io.grape.catalog.GateFields}. */
    record GateSpec() {}

    record Gate(
            String name,
            Match match,
            @Says(MODE) GateMode mode,

            @Says(
                    value = "lifting = it puts back what it held, and has no other effect.",
                    also = "'enum':['active','lifting']")
            String state,

            @Says(UNTIL) @Nullable Instant until,

            @Says("null for the pause of the tube.") @Nullable
            Instant since,

            @Says("Who put it up; null if unknown.") @Nullable
            String by,

            @Says(REASON) String reason,

            @Says("Ready jobs that it holds.") Scalars.Count held,

            @Says("Jobs that it dropped.") Scalars.Count dropped,

            @Says("Jobs that it buried.") Scalars.Count buried) {}

    record Gates(List<Gate> gates) {}
}
