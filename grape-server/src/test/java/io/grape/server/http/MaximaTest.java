package io.grape.server.http;

import static java.util.stream.Collectors.toMap;
import static org.assertj.core.api.Assertions.assertThat;

import io.grape.server.LimitsPage;
import java.io.IOException;
import java.lang.reflect.Field;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Each constant that is called MAX_ stands in a table of docs/limits.md, or is none that a caller meets. */
class MaximaTest {
    private static final Pattern CONSTANT = Pattern.compile("(?m)^ +(?:\\w+ )*\\w+(?:<\\w+>)? (MAX_\\w+) =");
    private static final Pattern NUMBER = Pattern.compile("\\d[\\d,]*");

    /** Constants by the row that shows them. */
    private static final Map<String, List<String>> ROWS = Map.ofEntries(
            Map.entry("jobs or acknowledgements in one call, max, next, limit", List.of("Limits.MAX_BATCH")),
            Map.entry("priority", List.of("Limits.MAX_PRIORITY")),
            Map.entry("dedupWindowMs", List.of("Limits.MAX_DEDUP")),
            Map.entry("delayMs", List.of("Limits.MAX_DURATION")),
            Map.entry("maxAttempts", List.of("Limits.MAX_ATTEMPTS")),
            Map.entry("waitMs", List.of("Limits.MAX_WAIT")),
            Map.entry("tubes of one consume", List.of("Limits.MAX_TUBES_PER_CONSUME")),
            Map.entry("reason of a bury", List.of("Limits.MAX_REASON_CHARS")),
            Map.entry("tube name, content type", List.of("Limits.MAX_CONTENT_TYPE_CHARS", "TubeName.MAX_CHARACTERS")),
            Map.entry("headers", List.of("Limits.MAX_HEADERS")),
            Map.entry("header name", List.of("Limits.MAX_HEADER_NAME_CHARS")),
            Map.entry("header value", List.of("Limits.MAX_HEADER_VALUE_CHARS")),
            Map.entry("header names and values together", List.of("Limits.MAX_HEADERS_BYTES")),
            Map.entry("keys with an override", List.of("JobKeys.MAX_OVERRIDES")),
            Map.entry("page of keys (limit)", List.of("JobKeys.MAX_PAGE")),
            Map.entry("gates of a tube", List.of("Gates.MAX_GATES")),
            Map.entry("name of a gate", List.of("Gates.MAX_NAME_CHARS")),
            Map.entry("key", List.of("Limits.MAX_KEY_CHARS")),
            Map.entry("labels", List.of("Limits.MAX_LABELS")),
            Map.entry("label", List.of("Limits.MAX_LABEL_CHARS")),
            Map.entry("labels together", List.of("Limits.MAX_LABELS_CHARS")),
            Map.entry("dueAt", List.of("Limits.MAX_DUE")),
            Map.entry("payload", List.of("Limits.MAX_PAYLOAD_BYTES")),
            Map.entry("id", List.of("JobId.MAX_CHARACTERS")),
            Map.entry("jobs in one response, besides the first", List.of("ConsumeResult.MAX_BYTES")),
            Map.entry("page of failure groups (limit)", List.of("FailureGroups.MAX_GROUPS")),
            Map.entry("reason of an operation", List.of("FailureSignature.MAX_CHARACTERS")),
            Map.entry("reason of a cancel", List.of("Limits.MAX_CANCEL_REASON_CHARS")),
            Map.entry("note of a touch", List.of("Limits.MAX_NOTE_CHARS")),
            Map.entry("checkpoint", List.of("Limits.MAX_CHECKPOINT_BYTES")),
            Map.entry("open operations", List.of("Operations.MAX_OPEN")),
            Map.entry("open operations of one user, or the tokens of one name", List.of("Operations.MAX_OF_ONE")),
            Map.entry(
                    "jobs that are looked at to count those with a key or a label",
                    List.of("TaggedCount.MAX_LOOKED_AT")),
            Map.entry("sample jobs of a dry run", List.of("Operations.MAX_SHOWN")),
            Map.entry("buckets of /v1/due-times", List.of("ScheduleWindow.MAX_STEPS")),
            Map.entry("ended operations that are kept", List.of("RedisOperationQueue.MAX_KEPT")),
            Map.entry(
                    "WAIT for replicas, for each 100 jobs",
                    List.of("ScriptRunner.MAX_FOR_REPLICAS", "BatchSplitter.MAX_JOBS")),
            Map.entry(
                    "body of /v1/users, /v1/tokens and /v1/quotas",
                    List.of("AccountEndpoints.MAX_BYTES", "QuotaEndpoints.MAX_BYTES")),
            Map.entry("quotas", List.of("Quota.MAX_QUOTAS")),
            Map.entry("clients without a quota of their own that are remembered", List.of("Quota.MAX_CLIENTS")),
            Map.entry("audit entries that a page examines", List.of("AuditEndpoints.MAX_SEARCHED")),
            Map.entry(
                    "body of PUT /v1/tubes/{tube}, …/keys/{key} and …/gates/{name}, POST /v1/operations, POST /v1/schedules/preview, /v1/session",
                    List.of(
                            "GateEndpoints.MAX_BYTES",
                            "KeyEndpoints.MAX_BYTES",
                            "SessionEndpoints.MAX_BYTES",
                            "OperationEndpoints.MAX_BYTES",
                            "TubeEndpoints.MAX_SETTINGS_BYTES",
                            "TubeScheduleEndpoints.MAX_PREVIEW_BYTES")),
            Map.entry("request line", List.of("HttpListener.MAX_REQUEST_LINE")),
            Map.entry("HTTP headers", List.of("HttpListener.MAX_HEADERS")),
            Map.entry("requests pipelined behind a waiting consume", List.of("RequestDecoder.MAX_BEHIND")),
            Map.entry("a command line, its end included", List.of("CommandReader.MAX_LINE")),
            Map.entry("tubes that a connection watches", List.of("TubeCommands.MAX_WATCHED")),
            Map.entry("commands of a connection that wait for responses", List.of("Responses.MAX_RUNNING")),
            Map.entry("pri, delay, ttr", List.of("ArgumentReader.MAX_U32")),
            Map.entry("seconds of reserve-with-timeout", List.of("Commands.MAX_TIMEOUT_SECONDS")),
            Map.entry("temporary numbers of a connection", List.of("ShownNumbers.MAX_TEMPORARY")),
            Map.entry("streams", List.of("EventStreams.MAX_VIEWERS")),
            Map.entry("streams of one user, or the tokens of one name", List.of("EventStreams.MAX_OF_ONE")),
            Map.entry(
                    "tubes that /v1/due-times counts",
                    List.of("ScheduleEndpoints.MAX_TUBES", "ScheduleEndpoints.MAX_ASKED")),
            Map.entry("tubes that one /v1/find asks", List.of("ScheduleEndpoints.MAX_SEARCHED")),
            Map.entry("jobs that one /v1/find returns", List.of("ScheduleEndpoints.MAX_FOUND")),
            Map.entry("schedules of a tube", List.of("Schedules.MAX_SCHEDULES")),
            Map.entry("name of a schedule", List.of("Schedules.MAX_NAME_CHARS")),
            Map.entry("cron expression", List.of("CronExpression.MAX_CHARS")),
            Map.entry(
                    "calls that change schedules and wait for one broker, or that read them",
                    List.of("EvaluationThreads.MAX_WAITING")),
            Map.entry("occurrences of one backfill", List.of("Schedules.MAX_BACKFILL")),
            Map.entry("missed occurrences that are caught up on", List.of("MissedOccurrences.MAX_MISSED")),
            Map.entry("body of PUT …/schedules/{name}", List.of("TubeScheduleEndpoints.MAX_BYTES")),
            Map.entry("topics of one stream", List.of("Topic.MAX_TOPICS")),
            Map.entry("tubes of one topic", List.of("Topic.MAX_TUBES")),
            Map.entry("body of a JSON call", List.of("JsonRequests.MAX_BYTES")),
            Map.entry("levels of a JSON payload", List.of("JsonScanner.MAX_DEPTH")),
            Map.entry("field name of a JSON body", List.of("JsonScanner.MAX_NAME_BYTES")),
            Map.entry("string or number of a JSON body, outside of payloads and Base64", List.of("JsonText.MAX_BYTES")),
            Map.entry("entries of attention in the overview", List.of("MonitoringService.MAX_ATTENTION")),
            Map.entry("scrapes of /metrics in progress of one client", List.of("InFlightLimits.MAX_SCRAPES")),
            Map.entry("TLS handshakes in progress of one address", List.of("InFlightLimits.MAX_HANDSHAKES")),
            Map.entry("workers with a presence stream, or named in calls", List.of("Workers.MAX_SESSIONS")),
            Map.entry("leases of one worker that a broker remembers", List.of("WorkerSession.MAX_LEASES")),
            Map.entry("leases of all workers that a broker remembers", List.of("WorkerSession.MAX_LEASES_OF_ALL")));

    /** Bounds of how something is done, formats, and options, which have rows of their own. */
    private static final Set<String> NO_LIMITS = Set.of(
            "RedisSchedules.MAX_ATTEMPTS",
            "Utf8.MAX_ASCII",
            "CronDaysOfWeek.MAX_NTH",
            "CronDaysOfMonth.MAX_BEFORE_LAST",
            "TubeNames.MAX_PAUSE_NANOS",
            "AccountJson.MAX_TEXTS",
            "AckEndpoints.MAX_HANDOVER_BYTES",
            "ActivityBuffer.MAX_TUBES",
            "ArgumentReader.MAX_U64",
            "AuditTrail.MAX_DETAIL",
            "BatchSplitter.MAX_BYTES",
            "RedisScheduleTicks.MAX_ROUNDS",
            "ScheduleTicks.MAX_DUE",
            "MissedOccurrences.MAX_MISSED_A_TICK",
            "MissedOccurrences.MAX_COUNTED",
            "QuotaCounts.MAX_UNREPORTED",
            "BrokenTubes.MAX_REMEMBERED",
            "TubeCalls.MAX_GROUPS",
            "Brake.MAX_FOR_READS",
            "Brake.MAX_FOR_PRODUCES",
            "GrapeException.MAX_RETRY_SECONDS",
            "CallContext.MAX_FOR_A_RESPONSE",
            "LateTubes.MAX_LOOKED_AT",
            "ClusterConfig.MAX_BROKERS",
            "ConnectionWatchdog.MAX_WRITES",
            "Consumer.MAX_EMPTY_RUNS",
            "Departure.MAX_CHECKS",
            "Departure.MAX_UNSENT_BYTES",
            "Endpoint.MAX_OF_A_BATCH",
            "ExplanationReader.MAX_ATTEMPTS",
            "Grape13Import.MAX_SHOWN",
            "Grape13Params.MAX_PAIRS",
            "GrapeException.MAX_SHOWN",
            "GrapeServer.MAX_FOR_ANSWERS",
            "JobJson.MAX_ON_EVENT_LOOP",
            "JsonBytes.MAX_ON_EVENT_LOOP",
            "JsonFields.MAX_WHOLE_DIGITS",
            "Lease.MAX_DIGITS",
            "Lister.MAX_RUNS",
            "NewTubes.MAX_MAKINGS",
            "OperationPreview.MAX_LANES",
            "OperationLanes.MAX_IN_ALL",
            "OperationLanes.MAX_OF_ONE",
            "OperationRun.MAX_FAULTS",
            "Options.MAX_CONNECTIONS",
            "Options.MAX_PAYLOAD",
            "Options.MAX_TUBES",
            "PayloadParser.MAX_BASE64",
            "Lanes.MAX_CONCURRENCY",
            "Producer.MAX_MAKINGS",
            "PutCommand.MAX_TRIES",
            "Query.MAX_DIGITS",
            "RedisAccounts.MAX_ADDRESSES",
            "RedisAddress.MAX_PORT",
            "RedisCheck.MAX_PERCENT",
            "RedisJobHistories.MAX_CURSOR_DIGITS",
            "RedisJobNumbers.MAX_KNOWN",
            "RespValidator.MAX_BYTES",
            "RespValidator.MAX_DEPTH",
            "RespValidator.MAX_DIGITS",
            "RespValidator.MAX_ELEMENTS",
            "RespValidator.MAX_LINE",
            "Responses.MAX_UNCOUNTED",
            "ServedCertificate.MAX_BYTES",
            "SessionEndpoints.MAX_SHOWN",
            "ShownNumbers.MAX_DIGITS",
            "SliceRate.MAX_CONCURRENCY",
            "TimeShiftBroker.MAX_CONNECTIONS",
            "TubeJson.MAX_ON_EVENT_LOOP",
            "UnreadableJobLog.MAX_TUBES",
            "WorkerDeaths.MAX_PER_ROUND");

    private static Map<String, Class<?>> constants() throws IOException {
        Map<String, Class<?>> found = new TreeMap<>();
        for (String module : List.of("grape-core", "grape-server")) {
            Path sources = Path.of("..", module, "src", "main", "java");
            try (Stream<Path> files = Files.walk(sources)) {
                for (Path file :
                        files.filter(one -> one.toString().endsWith(".java")).toList()) {
                    String type = sources.relativize(file)
                            .toString()
                            .replaceFirst("\\.java$", "")
                            .replace('/', '.');
                    Matcher constant = CONSTANT.matcher(Files.readString(file));
                    while (constant.find()) {
                        found.put(type.replaceFirst(".*\\.", "") + "." + constant.group(1), type(type));
                    }
                }
            }
        }
        return found;
    }

    private static Class<?> type(String name) {
        try {
            return Class.forName(name);
        } catch (ClassNotFoundException e) {
            throw new IllegalStateException(e);
        }
    }

    private static String value(String constant, Class<?> type) throws ReflectiveOperationException {
        Field field = type.getDeclaredField(constant.replaceFirst(".*\\.", ""));
        field.setAccessible(true);
        Object value = field.get(null);
        return value instanceof Duration time ? "" + time.toMillis() : String.valueOf(value);
    }

    @Test
    void eachIsKnownAsALimitOrAsNone() throws IOException {
        Set<String> known = new TreeSet<>(NO_LIMITS);
        ROWS.values().forEach(known::addAll);
        assertThat(constants().keySet()).isEqualTo(known);
    }

    @Test
    void eachLimitStandsInItsRow() throws Exception {
        Map<String, LimitsPage.Row> page = LimitsPage.rows().stream().collect(toMap(LimitsPage.Row::limit, row -> row));
        Map<String, Class<?>> constants = constants();
        for (Map.Entry<String, List<String>> row : ROWS.entrySet()) {
            assertThat(page).containsKey(row.getKey());
            String text = String.valueOf(page.get(row.getKey()));
            for (String constant : row.getValue()) {
                String value = value(constant, Objects.requireNonNull(constants.get(constant)));
                assertThat(text.contains(" to " + value)
                                || NUMBER.matcher(text)
                                        .results()
                                        .anyMatch(number ->
                                                number.group().replace(",", "").equals(value)))
                        .as(constant + " = " + value + " in " + text)
                        .isTrue();
            }
        }
    }
}
