package io.grape.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.grape.client.GateMatch;
import io.grape.client.GateSettings;
import io.grape.client.GateStatus;
import io.grape.client.Grape;
import io.grape.client.Job;
import io.grape.client.KeySettings;
import io.grape.client.QuotaSettings;
import io.grape.client.RetrySettings;
import io.grape.client.ScheduleStatus;
import io.grape.client.Tube;
import io.grape.client.TubeLimits;
import io.grape.client.TubeSettings;
import io.grape.junit.GrapeTest;
import io.grape.junit.TestBroker;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code grape apply}. */
@GrapeTest
class ApplyTest {
    private static final String ALL = """
            tubes:
              mails:
                ttr: 5m
                maxAttempts: 10
                limits: {concurrency: 20, perSecond: 2.5, burst: 5, maxJobs: 1000, maxBytes: 1000000}
                keys: {fairBy: time, concurrency: 2, maxJobs: 7}
                retry: {initialDelay: 5s, maxDelay: 1h}
                dedupWindow: 1h
                keepFinishedMs: 60000
                keepPayload: true
                expiresAfter: 2d
                expireTo: bury
                latenessTarget: 5s
                paused: true
                gates:
                  outage: {match: {label: pdf}, mode: refuse, reason: the renderer is down}
                  later: {match: {key: acme}, mode: hold, until: "2127-01-01T00:00:00+01:00"}
                schedules:
                  daily:
                    cron: 0 7 * * MON-FRI
                    timeZone: Europe/Berlin
                    payload: {report: sales, factor: 1.00, list: [1, null, "2"]}
                    labels: [eu]
                    ttr: 10m
                    weight: 2
                    key: acme
                    headers: {trace: "7"}
                  often: {every: 10m, missed: all}
              empty: {}
            quotas:
              importer: {produce: {perSecond: 100}, inFlight: 20}
              user:ann: {consume: {perSecond: 2.5, burst: 7}}
            """;

    @TempDir
    private Path directory;

    private Path file(String text) throws IOException {
        return Files.writeString(directory.resolve("tubes.yaml"), text);
    }

    private Shell.Result apply(TestBroker broker, String text, String... more) throws IOException {
        String[] args = new String[3 + more.length];
        args[0] = "apply";
        args[1] = "-f";
        args[2] = file(text).toString();
        System.arraycopy(more, 0, args, 3, more.length);
        return Shell.of(broker.uri()).run(args);
    }

    @Test
    void makesAllThatIsThere(TestBroker broker, Grape grape) throws Exception {
        Shell.Result result = apply(broker, ALL).ok();

        assertThat(result.lines())
                .startsWith("+ tube mails", "    ttr: 5m", "    maxAttempts: 10", "    limits.concurrency: 20")
                .contains("+ gate mails/outage", "+ schedule mails/daily", "+ tube empty", "+ quota importer")
                .endsWith("8 to create, 1 to change, 0 to remove: done.");
        TubeSettings mails = grape.tubes().status("mails").orElseThrow().settings();
        assertThat(mails.ttr()).isEqualTo(Duration.ofMinutes(5));
        assertThat(mails.limits())
                .isEqualTo(TubeLimits.NONE
                        .concurrency(20)
                        .rate(2.5, 5)
                        .maxJobs(1000)
                        .maxBytes(1_000_000));
        assertThat(mails.keys())
                .isEqualTo(KeySettings.FAIR
                        .order(KeySettings.Order.TIME)
                        .concurrency(2)
                        .maxJobs(7));
        assertThat(mails.retry()).isEqualTo(RetrySettings.exponential(Duration.ofSeconds(5), Duration.ofHours(1)));
        assertThat(mails.dedup()).isEqualTo(Duration.ofHours(1));
        assertThat(mails.expire()).isEqualTo(Duration.ofDays(2));
        assertThat(mails.latenessTarget()).isEqualTo(Duration.ofSeconds(5));
        assertThat(grape.tubes().status("mails").orElseThrow().paused()).isNotNull();
        assertThat(grape.tubes().gates("mails").list())
                .extracting(GateStatus::name)
                .containsExactly("later", "outage", "pause");
        String job = "daily~"
                + grape.schedules()
                        .get(Tube.of("mails", Object.class), "daily")
                        .orElseThrow()
                        .next()
                        .get(0);
        Job<Object> made = grape.peek(Tube.of("mails", Object.class), job).orElseThrow();
        assertThat(new String(made.bytes(), UTF_8))
                .isEqualTo("{\"report\":\"sales\",\"factor\":1.00,\"list\":[1,null,\"2\"]}");
        assertThat(made.key()).contains("acme");
        assertThat(made.labels()).containsExactly("eu");
        assertThat(grape.quotas().get("importer").orElseThrow().settings())
                .isEqualTo(QuotaSettings.NONE.produce(100, 100).inFlight(20));
    }

    @Test
    void twiceChangesNothing(TestBroker broker, Grape grape) throws Exception {
        apply(broker, ALL).ok();
        long rev = rev(grape);
        assertThat(apply(broker, ALL).ok().out()).isEqualTo("Nothing to change.\n");
        assertThat(apply(broker, ALL, "-o", "json").ok().out()).isEqualTo("[]\n");
        assertThat(rev(grape)).isEqualTo(rev);
    }

    private static long rev(Grape grape) {
        return grape.schedules()
                .get(Tube.of("mails", Object.class), "daily")
                .orElseThrow()
                .rev();
    }

    @Test
    void anyTypeOfJsonIsKnownAgain(TestBroker broker, Grape grape) {
        String text = """
                tubes:
                  a:
                    schedules:
                      s: {every: 1h, payload: {n: 1.10}, contentType: application/json; charset=utf-8}
                """;
        Shell shell = Shell.of(broker.uri());
        shell.type(text, "apply", "-f", "-").ok();
        assertThat(shell.type(text, "apply", "-f", "-").ok().out()).isEqualTo("Nothing to change.\n");
    }

    @Test
    void aDryRunShowsAllAndChangesNothing(TestBroker broker, Grape grape) throws Exception {
        Shell.Result result = apply(broker, ALL, "--dry-run").ok();
        assertThat(result.lines()).last().isEqualTo("8 to create, 1 to change, 0 to remove: nothing was changed.");
        assertThat(grape.tubes().list(10, null).tubes()).isEmpty();
        assertThat(grape.quotas().list()).isEmpty();
    }

    @Test
    void onlyWhatDiffersIsSent(TestBroker broker, Grape grape) throws Exception {
        apply(broker, ALL).ok();
        grape.tubes().configure("mails", TubeSettings.UNCHANGED.ttr(Duration.ofMinutes(1)));
        String changed = """
                tubes:
                  mails:
                    maxAttempts: 11
                    limits: {perSecond: 3}
                    keys: {}
                    paused: false
                    schedules:
                      daily: {cron: 0 8 * * MON-FRI, timeZone: Europe/Berlin, payload: {report: sales}}
                quotas:
                  importer: {produce: {perSecond: 100}, inFlight: 21}
                """;

        Shell.Result result = apply(broker, changed).ok();

        assertThat(result.out()).isEqualTo("""
                        ~ tube mails
                            maxAttempts: 10 → 11
                            limits.perSecond: 2.5 → 3
                            limits.burst: 5 → 1
                            keys.fairBy: "time" → "jobs"
                            limits.concurrency: 20 → none
                            limits.maxJobs: 1000 → none
                            limits.maxBytes: 1000000 → none
                            keys.concurrency: 2 → none
                            keys.maxJobs: 7 → none
                        ~ schedule mails/daily
                            cron: "0 7 * * MON-FRI" → "0 8 * * MON-FRI"
                            payload: {"report":"sales","factor":1.00,"list":[1,null,"2"]} → {"report":"sales"}
                            ttr: 10m → none
                            key: "acme" → none
                            labels: ["eu"] → none
                            weight: 2 → none
                            headers.trace: "7" → none
                        ~ tube mails
                            paused: true → false
                        ~ quota importer
                            inFlight: 20 → 21
                        0 to create, 4 to change, 0 to remove: done.
                        """);
        assertThat(grape.tubes().status("mails").orElseThrow().settings().ttr()).isEqualTo(Duration.ofMinutes(1));
        assertThat(grape.tubes().gates("mails").list()).hasSize(2);
        assertThat(apply(broker, changed).ok().out()).isEqualTo("Nothing to change.\n");
    }

    @Test
    void nullTakesASettingAway(TestBroker broker, Grape grape) throws Exception {
        apply(broker, ALL).ok();
        String without = """
                tubes:
                  mails: {limits: null, retry: null, dedupWindow: 0s, latenessTarget: null}
                """;
        JsonNode changes = new ObjectMapper()
                .readTree(apply(broker, without, "-o", "json").ok().out());
        assertThat(changes).hasSize(1);
        assertThat(changes.path(0).path("change").asText()).isEqualTo("change");
        assertThat(changes.path(0).path("applied").asBoolean()).isTrue();
        assertThat(changes.path(0).path("fields").path(0))
                .hasToString("{\"name\":\"dedupWindowMs\",\"from\":3600000,\"to\":0}");
        TubeSettings mails = grape.tubes().status("mails").orElseThrow().settings();
        assertThat(mails.limits()).isEqualTo(TubeLimits.NONE);
        assertThat(mails.retry()).isEqualTo(RetrySettings.NONE);
        assertThat(mails.latenessTarget()).isEqualTo(Duration.ZERO);
        assertThat(apply(broker, without).ok().out()).isEqualTo("Nothing to change.\n");
    }

    @Test
    void pruningAsksAndRemovesNoTubes(TestBroker broker, Grape grape) throws Exception {
        apply(broker, ALL).ok();
        grape.tubes().gates("mails").put("byhand", GateSettings.refuse(GateMatch.label("x")));
        String less = """
                tubes:
                  mails:
                    gates:
                      outage: {match: {label: pdf}, mode: refuse, reason: the renderer is down}
                    schedules: {}
                quotas:
                  importer: {produce: {perSecond: 100}, inFlight: 20}
                """;
        assertThat(apply(broker, less).ok().out()).isEqualTo("Nothing to change.\n");
        assertThat(apply(broker, less, "--prune").code()).isEqualTo(2);
        Shell.Result declined = Shell.of(broker.uri())
                .interactive()
                .type("n\n", "apply", "-f", file(less).toString(), "--prune");
        assertThat(declined.code()).isEqualTo(1);
        assertThat(declined.err())
                .startsWith("remove 5: gate mails/byhand, gate mails/later, schedule mails/daily, schedule mails/often,"
                        + " quota user:ann? [y/N] ");
        assertThat(apply(broker, less, "--prune", "--dry-run").ok().lines())
                .contains("- quota user:ann", "- gate mails/byhand")
                .last()
                .isEqualTo("0 to create, 0 to change, 5 to remove: nothing was changed.");
        apply(broker, less, "--prune", "--yes").ok();
        assertThat(grape.tubes().gates("mails").list())
                .extracting(GateStatus::name)
                .containsExactly("outage", "pause");
        assertThat(grape.schedules().list(Tube.of("mails", Object.class))).isEmpty();
        assertThat(grape.quotas().list()).hasSize(1);
        assertThat(grape.tubes().status("empty")).isPresent();
    }

    @Test
    void severalFilesAndStdin(TestBroker broker, Grape grape) throws Exception {
        Path first = file("tubes: {a: {ttr: 1m}}");
        Shell.Result result = Shell.of(broker.uri())
                .type("tubes: {b: {schedules: {s: {every: 1h}}}}", "apply", "-f", first.toString(), "-f", "-")
                .ok();
        assertThat(result.lines()).contains("+ tube a", "+ tube b", "+ schedule b/s");
        assertThat(grape.schedules().list(Tube.of("b", Object.class)))
                .extracting(ScheduleStatus::name)
                .containsExactly("s");
        Shell.Result twice =
                Shell.of(broker.uri()).type("tubes: {a: {ttr: 2m}}", "apply", "-f", first.toString(), "-f", "-");
        assertThat(twice.code()).isEqualTo(2);
        assertThat(twice.err()).contains("-:1: tubes.a: expected this tube once, got it at " + first + ":1: tubes.a");
    }
}
