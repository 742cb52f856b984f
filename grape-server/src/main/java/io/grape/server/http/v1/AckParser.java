package io.grape.server.http.v1;

import io.grape.core.GrapeException;
import io.grape.core.JobId;
import io.grape.core.Lease;
import io.grape.core.Verb;
import io.grape.core.job.Acknowledgement;
import io.grape.server.http.json.JsonFields;
import io.grape.server.http.json.Params;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/** Reads acknowledgements. */
public final class AckParser {
    /** What a consumer can say, and what it may add to it. */
    static final Map<Verb, Set<String>> EXTRAS = Map.of(
            Verb.FINISH, Set.of(),
            Verb.RELEASE, Set.of("delayMs", "priority"),
            Verb.BURY, Set.of("reason", "priority"),
            Verb.TOUCH, Set.of(),
            Verb.HANDBACK, Set.of("delayMs"));

    /** The fields of an acknowledgement in JSON. */
    public static final Set<String> FIELDS = Set.of("id", "lease", "op", "delayMs", "priority", "reason");

    private static final List<String> ALL_EXTRAS = List.of("delayMs", "priority", "reason");
    private static final Map<String, Verb> VERBS =
            EXTRAS.keySet().stream().collect(Collectors.toUnmodifiableMap(Verb::wireName, verb -> verb));
    private static final String OPS = "finish, release, bury, touch or handback";

    private AckParser() {}

    static Acknowledgement ofFields(JsonFields fields) {
        JsonFields given = fields.check();
        Verb verb = verb(given.required("op", OPS));
        for (String extra : ALL_EXTRAS) {
            if (given.has(extra) && !EXTRAS.getOrDefault(verb, Set.of()).contains(extra)) {
                throw GrapeException.badValue(extra, "none with " + verb.wireName(), "one");
            }
        }
        return of(verb, new JobId(given.required("id")), given);
    }

    private static Verb verb(String op) {
        Verb verb = VERBS.get(op);
        if (verb == null) {
            throw GrapeException.badValue("op", OPS, "'" + op + "'");
        }
        return verb;
    }

    static Acknowledgement of(Verb verb, JobId id, Params given) {
        Lease lease = Lease.parse(given.required("lease"));
        return switch (verb) {
            case FINISH -> new Acknowledgement.Finish(id, lease);
            case RELEASE ->
                new Acknowledgement.Release(id, lease, given.millis("delayMs", Duration.ZERO), given.whole("priority"));
            case BURY -> {
                String reason = given.text("reason");
                yield new Acknowledgement.Bury(id, lease, reason == null ? "" : reason, given.whole("priority"));
            }
            case TOUCH -> new Acknowledgement.Touch(id, lease);
            case HANDBACK -> new Acknowledgement.HandBack(id, lease, given.millis("delayMs", Duration.ZERO));
            default -> throw new IllegalArgumentException("not an acknowledgement: " + verb);
        };
    }
}
