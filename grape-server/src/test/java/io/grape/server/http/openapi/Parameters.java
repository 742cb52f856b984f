package io.grape.server.http.openapi;

import io.grape.core.JobId;
import io.grape.core.JobState;
import io.grape.core.Lease;
import io.grape.core.Limits;
import io.grape.core.TubeName;
import io.grape.core.job.OnDuplicate;
import io.grape.core.tube.SampleRange;
import io.vertx.core.json.JsonObject;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** The parameters of the calls, by what the document calls them. */
final class Parameters {
    private static final String REQUIRED = "required";
    private static final String BATCH = "'minimum':1,'maximum':" + Limits.MAX_BATCH;

    private final Schemas schemas;
    private final Map<String, JsonObject> all = new LinkedHashMap<>();

    Parameters(Schemas schemas) {
        this.schemas = schemas;
        ofVersion1();
        ofPages();
        ofConsole();
        ofAccess();
        ofGrape13();
    }

    JsonObject all() {
        JsonObject components = new JsonObject();
        all.forEach(components::put);
        return components;
    }

    /** Those that a call has, in the order of the document. */
    List<String> inOrder(Stream<String> keys) {
        List<String> order = List.copyOf(all.keySet());
        List<String> wanted = keys.toList();
        if (!order.containsAll(wanted)) {
            throw new IllegalStateException("not all told of: " + wanted);
        }
        return order.stream().filter(wanted::contains).toList();
    }

    private void ofVersion1() {
        path("tube", "tube", TubeName.class, "Percent-encode a slash and a semicolon.");
        path("id", "id", JobId.class, "Percent-encode all but A-Z a-z 0-9 - . _ ~, in UTF-8.");
        path("keyOfTube", "key", Scalars.Key.class, "A key of jobs, whether there is a job of it or not.");
        path("operation", "id", String.class, "The id of an operation.");
        path(
                "worker",
                "worker",
                String.class,
                "8 to 64 of A-Z a-z 0-9 _ -, drawn at random by each process. It counts only together with the token or user.");
        path("gateOfTube", "name", String.class, "A gate: 1 to 64 of A-Z a-z 0-9 . _ -");
        path("scheduleOfTube", "name", String.class, "A schedule: 1 to 64 of A-Z a-z 0-9 . _ -");
        required("backfillFrom", "from", Instant.class, "The first instant of the occurrences.");
        required("backfillTo", "to", Instant.class, "They are before this instant, which is in the past.");
        query("dryRun", Boolean.class, "Nothing is done: tells what would match.", "'default':false");
        query("delayMs", Scalars.DelayMs.class, "Delay to run.", "'default':0");
        query("dueAt", Instant.class, "RFC 3339, any offset; in place of delayMs.", "");
        query("ttrMs", Scalars.TtrMs.class, "Time to run: how long a lease lasts. Default: the tube's.", "");
        query("priority", Scalars.Priority.class, "Smaller is more urgent.", "'default':" + Limits.DEFAULT_PRIORITY);
        query("newPriority", "priority", Scalars.Priority.class, "Default: as it was.", "");
        query("maxAttempts", Scalars.MaxAttempts.class, ProduceRecords.ATTEMPTS, "");
        query(
                "onDuplicate",
                OnDuplicate.class,
                "What becomes of an id that is live or remembered.",
                "'default':'keep'");
        query("key", Scalars.Key.class, JobRecords.KEY, "");
        query(
                "pauseKeyMs",
                Scalars.DelayMs.class,
                "For so long no job of its key is delivered, and the attempt is not counted. Default: the key does not"
                        + " rest.",
                "'minimum':1");
        query("label", String.class, "One of its labels.", "'pattern':'^[a-z0-9._:/-]{1,64}$'");
        query(
                "labels",
                String.class,
                "What the job is about: up to 8 labels with commas between them, none twice.",
                "");
        query("dedupWindowMs", Long.class, ProduceRecords.DEDUP, ProduceRecords.DEDUP_MS);
        query("expiresAfterMs", Long.class, ProduceRecords.EXPIRE, ProduceRecords.EXPIRE_MS);
        query("expiresAt", Instant.class, ProduceRecords.EXPIRES_AT, "");
        query("debounceMaxMs", Long.class, ProduceRecords.DEBOUNCE_MAX, ProduceRecords.DEBOUNCE_MS);
        query("weight", Double.class, KeyRecords.PRODUCED_WEIGHT, KeyRecords.WEIGHTS);
        query(
                "ack",
                String.class,
                "What must hold the jobs before the response: memory, disk, or replica:1 to replica:9. With fewer"
                        + " replicas the response is 503: stored, not confirmed; the same call again confirms it.",
                "'pattern':'^(memory|disk|replica:[1-9])$','default':'disk'");
        required("lease", "lease", Lease.class, "The lease that the job was delivered with.");
        query("reason", Scalars.Reason.class, "Why.", "'default':''");
        query("max", Integer.class, "Most jobs.", BATCH + ",'default':1");
        query(
                "waitMs",
                Integer.class,
                "How long to wait for the first job.",
                "'minimum':0,'maximum':" + Limits.MAX_WAIT.toMillis() + ",'default':0");
        query("next", Integer.class, "Takes up to so many ready jobs, too. Default: none.", BATCH);
        query(
                "nextWaitMs",
                "waitMs",
                Integer.class,
                "How long to wait for the first of the next jobs.",
                "'minimum':0,'maximum':" + Limits.MAX_WAIT.toMillis() + ",'default':0");
        query(
                "resultWaitMs",
                "waitMs",
                Integer.class,
                "How long to wait until the job has finished or failed.",
                "'minimum':0,'maximum':" + Limits.MAX_WAIT.toMillis() + ",'default':0");
        required(
                "tubes",
                "tubes",
                String.class,
                "1 to " + Limits.MAX_TUBES_PER_CONSUME + " names with commas between them, each once.");
        query("force", Boolean.class, "Also a retained job.", "'default':false");
        query("confirm", String.class, "The tube's name, when it is not empty.", "");
        put(
                "workerName",
                "Grape-Worker",
                "header",
                String.class,
                "The worker that makes the call, by the id of its presence stream.",
                "'pattern':'^[A-Za-z0-9_-]{8,64}$'");
        put(
                "ifMatch",
                "If-Match",
                "header",
                String.class,
                "An ETag of the tube: the settings are changed only if they still have that revision. * = if there is"
                        + " such a tube.",
                "");
        put(
                "ifMatchJob",
                "If-Match",
                "header",
                String.class,
                "An ETag of the job: it is changed only if it still has that revision. * = any.",
                "");
        query("forMs", Scalars.DelayMs.class, "How long. Default: until resumed.", "'minimum':1");
    }

    private void ofPages() {
        required("state", "state", JobState.class, "The state of the jobs.");
        query("sort", String.class, "The order of the keys.", "'enum':['backlog','age','use'],'default':'backlog'");
        query("limit", Integer.class, "Most of them on a page.", BATCH + ",'default':100");
        query("cursor", String.class, "The next of an earlier page.", "");
        query("dueFrom", Instant.class, "Only delayed or ready jobs that are due then or later.", "");
        query("dueTo", Instant.class, "Only delayed or ready jobs that are due before.", "");
        query("progress", Scalars.Percent.class, "How far it is.", "");
        query("note", Scalars.Note.class, "About the progress.", "");
        query("cancelReason", "reason", String.class, "Why.", "'maxLength':200,'default':''");
        query(
                "signature",
                "reason",
                Scalars.Signature.class,
                "Only failed jobs whose reason has this signature, as the failures of the tube name it.",
                "");
        query("name", String.class, "Only tubes whose name has this part.", "");
        query(
                "activity",
                Boolean.class,
                "Whether each tube comes with what happened in its last hour.",
                "'default':false");
    }

    private void ofConsole() {
        query("tubeName", "tube", TubeName.class, "Only this tube.", "");
        query(
                "range",
                SampleRange.class,
                "How far back: by 10 s, by the minute, by the hour. With a tube 1h alone, by the minute.",
                "'default':'1h'");
        query("from", Instant.class, "When the first bucket begins. Default: now.", "");
        query("to", Instant.class, "When the last bucket ends. Default: an hour after from.", "");
        query("buckets", Integer.class, "How many buckets.", "'minimum':1,'maximum':200,'default':60");
        required(
                "topics",
                "topics",
                String.class,
                "Up to 10 of overview, tube:NAME and tubes:A|B|C (up to 50 tubes), separated by commas.");
        required("jobId", "id", JobId.class, "The job's id.");
    }

    private void ofAccess() {
        path("user", "name", Scalars.AccountName.class, "The name of a user.");
        path("tokenId", "id", String.class, "The id of a token, not the token.");
        path(
                "quota",
                "name",
                String.class,
                "default, the name of a token, user: and the name of a user, or an address.");
        query("actor", String.class, "Only what this one did.", "");
        query("action", String.class, "Only this, such as tube.delete.", "");
        query("ofTube", "tube", String.class, "Only what was done to this tube.", "");
    }

    private void ofGrape13() {
        query("tube13", "tube", String.class, "The tube.", "");
        path("tubePath13", "tube", String.class, "The tube.");
        query("jid", String.class, "The job's id.", "");
        query("dtr", Long.class, "Delay to run, ms.", "");
        query("ttr", Long.class, "Time to run, ms; below 1000 is 1000.", "");
        query("max13", "max", Integer.class, "Most jobs.", "'default':1");
        query(
                "token13",
                "token",
                String.class,
                "An API token, where the broker requires sign-in. The headers X-Grape-Token and Authorization take it,"
                        + " too.",
                "");
    }

    private void path(String key, String name, Class<?> type, String description) {
        put(key, name, "path", type, description, "").put(REQUIRED, true);
    }

    private void required(String key, String name, Class<?> type, String description) {
        put(key, name, "query", type, description, "").put(REQUIRED, true);
    }

    private void query(String name, Class<?> type, String description, String also) {
        query(name, name, type, description, also);
    }

    private void query(String key, String name, Class<?> type, String description, String also) {
        put(key, name, "query", type, description, also);
    }

    private JsonObject put(String key, String name, String in, Class<?> type, String description, String also) {
        JsonObject schema = schemas.ofRequest(type);
        Schemas.say(schema, "", also);
        JsonObject parameter = new JsonObject()
                .put("name", name)
                .put("in", in)
                .put("description", description)
                .put("schema", schema);
        all.put(key, parameter);
        return parameter;
    }
}
