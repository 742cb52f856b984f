package io.grape.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.grape.client.Grape;
import io.grape.client.Job;
import io.grape.client.Tube;
import io.grape.junit.GrapeTest;
import io.grape.junit.TestBroker;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** {@code grape schedule}. */
@GrapeTest
class ScheduleTest {
    @Test
    void aCronJobIsOneLine(TestBroker broker) throws Exception {
        Shell shell = Shell.of(broker.uri());

        JsonNode put = shell.run(
                        "schedule",
                        "set",
                        "reports",
                        "daily",
                        "--cron",
                        "0 9 * * 1-5",
                        "--zone",
                        "Europe/Berlin",
                        "--payload",
                        "{\"a\":1.00}",
                        "-o",
                        "json")
                .json();

        assertThat(put.path("state").asText()).isEqualTo("active");
        assertThat(put.path("cron").asText()).isEqualTo("0 9 * * 1-5");
        assertThat(put.path("next")).hasSize(5);
        JsonNode shown =
                shell.run("schedule", "show", "reports", "daily", "-o", "json").json();
        assertThat(shown.path("timeZone").asText()).isEqualTo("Europe/Berlin");
        assertThat(shown.path("payload")).hasToString("{\"a\":1.0}");
        assertThat(shown.path("contentType").asText()).isEqualTo("application/json");
        assertThat(shell.run("schedule", "ls", "reports").ok().out())
                .startsWith("NAME   STATE   CRON         TIME ZONE")
                .containsPattern("(?m)^daily  active  0 9 \\* \\* 1-5  Europe/Berlin");
        assertThat(shell.run("schedule", "ls", "reports", "-o", "ndjson").ok().lines())
                .singleElement()
                .asString()
                .startsWith("{\"name\":\"daily\",\"state\":\"active\"");
    }

    @Test
    void thoseOfAllTubesAreListed(TestBroker broker) {
        Shell shell = Shell.of(broker.uri());
        shell.run("schedule", "set", "b", "s", "--every", "1h").ok();
        shell.run("schedule", "set", "a", "s", "--every", "2h").ok();
        assertThat(shell.run("schedule", "ls").ok().lines())
                .hasSize(3)
                .first()
                .asString()
                .startsWith("TUBE  NAME  STATE");
        assertThat(shell.run("schedule", "ls", "-o", "ndjson").ok().lines())
                .hasSize(2)
                .allMatch(line -> line.matches(".*\"tube\":\"[ab]\".*"));
        assertThat(shell.run("schedule", "ls", "b").ok().out())
                .startsWith("NAME")
                .hasLineCount(2);
    }

    @Test
    void allOptionsArrive(TestBroker broker) throws Exception {
        Shell shell = Shell.of(broker.uri());
        shell.type(
                        "hello",
                        "schedule",
                        "set",
                        "reports",
                        "often",
                        "--every=10m",
                        "--anchor=2026-01-01T00:00:00Z",
                        "--window=1m",
                        "--from=2127-01-01T00:00:00Z",
                        "--to=2128-01-01T00:00:00Z",
                        "--max-runs=7",
                        "--missed=all",
                        "--missed-within=2h",
                        "--while-running=queue",
                        "--pause-after-failures=3",
                        "--paused",
                        "--payload=-",
                        "--type=text/plain",
                        "--header=trace=7",
                        "--key=acme",
                        "--label=eu",
                        "--label=pdf",
                        "--weight=2.5",
                        "--ttr=90s",
                        "--priority=5",
                        "--attempts=4")
                .ok();
        JsonNode shown =
                shell.run("schedule", "show", "reports", "often", "-o", "json").json();
        assertThat(shown.path("state").asText()).isEqualTo("paused");
        assertThat(shown.path("everyMs").asLong()).isEqualTo(600_000);
        assertThat(shown.path("windowMs").asLong()).isEqualTo(60_000);
        assertThat(shown.path("from").asText()).isEqualTo("2127-01-01T00:00:00.000Z");
        assertThat(shown.path("maxRuns").asLong()).isEqualTo(7);
        assertThat(shown.path("missedWithinMs").asLong()).isEqualTo(7_200_000);
        assertThat(shown.path("whileRunning").asText()).isEqualTo("queue");
        assertThat(shown.path("pauseAfterFailures").asLong()).isEqualTo(3);
        assertThat(shown.path("payloadBase64").binaryValue()).asString().isEqualTo("hello");
        assertThat(shown.path("headers")).hasToString("{\"trace\":\"7\"}");
        assertThat(shown.path("key").asText()).isEqualTo("acme");
        assertThat(shown.path("labels")).hasToString("[\"eu\",\"pdf\"]");
        assertThat(shown.path("weight").asDouble()).isEqualTo(2.5);
        assertThat(shown.path("ttrMs").asLong()).isEqualTo(90_000);
        assertThat(shown.path("priority").asLong()).isEqualTo(5);
        assertThat(shown.path("maxAttempts").asLong()).isEqualTo(4);
    }

    @Test
    void itIsPausedResumedRunAndRemoved(TestBroker broker, Grape grape) throws Exception {
        Shell shell = Shell.of(broker.uri());
        shell.run("schedule", "set", "reports", "s", "--every", "1h", "--payload", "1")
                .ok();
        assertThat(shell.run("schedule", "pause", "reports", "s").ok().out()).containsPattern("(?m)^state +paused$");
        assertThat(shell.run("schedule", "resume", "reports", "s").ok().out()).containsPattern("(?m)^state +active$");
        String id = shell.run("schedule", "run", "reports", "s", "-o", "json")
                .json()
                .path("id")
                .asText();
        assertThat(grape.consume(Tube.of("reports", Integer.class), 10, Duration.ZERO))
                .extracting(Job::id)
                .containsExactly(id);
        Shell.Result declined = shell.interactive().type("\n", "schedule", "rm", "reports", "s");
        assertThat(declined.code()).isEqualTo(1);
        assertThat(declined.err()).startsWith("remove 1 schedule, s of tube reports, and its next job? [y/N] ");
        assertThat(shell.run("schedule", "rm", "reports", "s").code()).isEqualTo(2);
        shell.run("schedule", "rm", "reports", "s", "--yes").ok();
        assertThat(shell.run("schedule", "rm", "reports", "s", "--yes").code()).isEqualTo(3);
        assertThat(shell.run("schedule", "show", "reports", "s").code()).isEqualTo(3);
    }

    @Test
    void aPreviewNeedsNoTube(TestBroker broker) throws Exception {
        JsonNode times = Shell.of(broker.uri())
                .run(
                        "schedule",
                        "preview",
                        "--cron=30 2 * * *",
                        "--zone=Europe/Berlin",
                        "--from=2027-03-27T12:00:00Z",
                        "-n=2",
                        "-o=json")
                .json();
        assertThat(times)
                .hasToString(
                        "[{\"at\":\"2027-03-28T01:00:00.000Z\",\"local\":\"2027-03-28T03:00\",\"offset\":\"+02:00\","
                                + "\"fell\":\"gap\"},{\"at\":\"2027-03-29T00:30:00.000Z\",\"local\":\"2027-03-29T02:30\","
                                + "\"offset\":\"+02:00\"}]");
    }

    @Test
    void whatIsWrongIsAUsageError(TestBroker broker) {
        Shell shell = Shell.of(broker.uri());
        assertThat(shell.run("schedule", "set", "reports", "s", "--cron", "61 * * * *"))
                .satisfies(result -> {
                    assertThat(result.code()).isEqualTo(2);
                    assertThat(result.err()).hasLineCount(1).contains("cron");
                });
        assertThat(shell.run("schedule", "set", "reports", "s").code()).isEqualTo(2);
        assertThat(shell.run("schedule", "set", "reports", "s", "--cron=* * * * *", "--every=1h")
                        .code())
                .isEqualTo(2);
        assertThat(shell.run("schedule", "show", "nothing", "s").code()).isEqualTo(3);
    }

    @Test
    void aPayloadFileThatIsNotThereIsUsage(TestBroker broker) {
        Shell shell = Shell.of(broker.uri());
        Shell.Result result =
                shell.run("schedule", "set", "orders", "nightly", "--every", "1h", "--payload", "@nofile");
        assertThat(result.code()).isEqualTo(2);
        assertThat(result.err()).isEqualTo("grape: @nofile: expected a file, found none\n");
    }
}
