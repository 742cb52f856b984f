package io.grape.server.http.openapi;

import io.grape.core.gate.GateMode;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** What requests and responses about the gates of tubes hold. */
interface GateRecords {
    String MATCHES = "Which jobs: exactly one of key, label and all.";
    String MODE = "What becomes of them: ready jobs are held, dropped or buried, new ones refused.";
    String UNTIL = "When it is lifted by itself; null = when someone lifts it.";
    String REASON = "For people.";

    @Says(MATCHES)
    record Match(
            Optional<Scalars.Key> key,

            @Says(also = "'pattern':'^[a-z0-9._:/-]{1,64}$'")
            Optional<String> label,

            @Says(also = "'const':true") Optional<Boolean> all) {}

    @Says(MATCHES)
    record MatchSpec(
            Optional<Scalars.Key> key,

            @Says(also = "'pattern':'^[a-z0-9._:/-]{1,64}$'")
            Optional<String> label,

            @Says(also = "'const':true") Optional<Boolean> all) {}

    record GateSpec(
            MatchSpec match,
            @Says(MODE) GateMode mode,

            @Says(UNTIL) Optional<@Nullable Instant> until,

            @Says(value = REASON, also = "'maxLength':200") Optional<@Nullable String> reason) {}

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
