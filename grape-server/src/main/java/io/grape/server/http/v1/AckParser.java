package io.grape.server.http.v1;

import io.grape.core.GrapeException;
import io.grape.core.JobId;
import io.grape.core.Lease;
import io.grape.core.Limits;
import io.grape.core.Verb;
import io.grape.core.job.Acknowledgement;
import io.grape.core.job.Checkpoint;
import io.grape.server.http.json.JsonFields;
import io.grape.server.http.json.Params;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Reads acknowledgements. */
public final class AckParser {
    /** What a consumer can say, and what it may add to it. */
    static final Map<Verb, Set<String>> EXTRAS = Map.of(
            Verb.FINISH, Set.of(),
            Verb.RELEASE, Set.of("delayMs", "priority", "pauseKeyMs"),
            Verb.BURY, Set.of("reason", "priority"),
            Verb.TOUCH, Set.of("progress", "note"),
            Verb.HANDBACK, Set.of("delayMs"));

    /** The fields of an acknowledgement in JSON. */
    public static final Set<String> FIELDS = Set.of(
            "id",
            "lease",
            "op",
            "delayMs",
            "priority",
            "pauseKeyMs",
            "reason",
            "progress",
            "note",
            "checkpoint",
            "checkpointBase64",
            "result",
            "resultBase64",
            "contentType");

    /** The fields of a checkpoint in JSON. */
    static final Set<String> CHECKPOINT = Set.of("checkpoint", "checkpointBase64", "contentType");

    /** The fields of a result in JSON. */
    private static final Set<String> RESULT = Set.of("result", "resultBase64", "contentType");

    private static final List<String> ALL_EXTRAS = FIELDS.stream()
            .filter(name -> !Set.of("id", "lease", "op").contains(name))
            .sorted()
            .toList();
    private static final Map<String, Verb> VERBS = Stream.concat(EXTRAS.keySet().stream(), Stream.of(Verb.HANDOVER))
            .collect(Collectors.toUnmodifiableMap(Verb::wireName, verb -> verb));
    private static final String OPS = "finish, release, bury, touch, handback or handover";

    private AckParser() {}

    static Acknowledgement ofFields(JsonFields fields) {
        JsonFields given = fields.check();
        Verb verb = verb(given.required("op", OPS));
        for (String extra : ALL_EXTRAS) {
            if (given.has(extra) && !extras(verb).contains(extra)) {
                throw GrapeException.badValue(extra, "none with " + verb.wireName(), "one");
            }
        }
        JobId id = new JobId(given.required("id"));
        if (verb == Verb.FINISH && RESULT.stream().anyMatch(given::has)) {
            Lease lease = Lease.parse(given.required("lease"));
            return new Acknowledgement.Finish(id, lease, PayloadParser.ofFields(given, "result"));
        }
        return verb == Verb.HANDOVER ? handOver(id, Lease.parse(given.required("lease")), given) : of(verb, id, given);
    }

    private static Set<String> extras(Verb verb) {
        return switch (verb) {
            case FINISH -> RESULT;
            case HANDOVER -> CHECKPOINT;
            default -> EXTRAS.getOrDefault(verb, Set.of());
        };
    }

    static Acknowledgement handOver(JobId id, Lease lease, JsonFields given) {
        return new Acknowledgement.HandOver(id, lease, new Checkpoint(PayloadParser.ofFields(given, "checkpoint")));
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
                new Acknowledgement.Release(
                        id, lease, given.millis("delayMs"), given.wholeNumber("priority"), given.millis("pauseKeyMs"));
            case BURY -> {
                String reason = given.text("reason");
                yield new Acknowledgement.Bury(id, lease, reason == null ? "" : reason, given.wholeNumber("priority"));
            }
            case TOUCH -> {
                Long progress = given.wholeNumber("progress");
                yield new Acknowledgement.Touch(
                        id,
                        lease,
                        progress == null ? null : (int) Limits.checked("progress", progress, 0, 100),
                        given.text("note"));
            }
            case HANDBACK -> new Acknowledgement.HandBack(id, lease, given.millis("delayMs", Duration.ZERO));
            default -> throw new IllegalArgumentException("not an acknowledgement: " + verb);
        };
    }
}
