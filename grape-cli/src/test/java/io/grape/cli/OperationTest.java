package io.grape.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.grape.client.Acknowledgement;
import io.grape.client.Grape;
import io.grape.client.Job;
import io.grape.client.JobState;
import io.grape.client.NewJob;
import io.grape.client.OperationSettings;
import io.grape.client.Tube;
import io.grape.junit.GrapeTest;
import io.grape.junit.TestBroker;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** {@code grape redrive} and {@code grape operation}. */
@GrapeTest
class OperationTest {
    private static final Tube<String> TUBE = Tube.of("orders", String.class);

    private static void fail(Grape grape, String reason, int jobs) {
        for (int i = 0; i < jobs; i++) {
            grape.produce(TUBE, NewJob.of("x").id(reason + i));
        }
        for (Job<String> job : grape.consume(TUBE, jobs, Duration.ofSeconds(10))) {
            grape.acknowledge("orders", Acknowledgement.bury(job, reason));
        }
    }

    @Test
    void redrivesAndShowsTheEnd(TestBroker broker, Grape grape) throws Exception {
        fail(grape, "down", 2);
        fail(grape, "bad", 1);

        JsonNode done = Shell.of(broker.uri())
                .run("redrive", "orders", "--reason", "down", "--rate", "100", "--yes", "-o", "json")
                .json();

        assertThat(done.path("kind").asText()).isEqualTo("kick");
        assertThat(done.path("from").asText()).isEqualTo("failed");
        assertThat(done.path("perSecond").asInt()).isEqualTo(100);
        assertThat(done.path("state").asText()).isEqualTo("done");
        assertThat(done.path("done").asInt()).isEqualTo(2);
        assertThat(grape.consume(TUBE, 10, Duration.ZERO)).hasSize(2);
    }

    @Test
    void redrivesToAnotherTube(TestBroker broker, Grape grape) throws Exception {
        fail(grape, "bad", 2);
        Shell.Result result = Shell.of(broker.uri())
                .run("redrive", "orders", "--to", "fixed", "--limit", "1", "--yes")
                .ok();
        assertThat(result.out()).containsPattern("(?m)^kind +move$").containsPattern("(?m)^done +1$");
        assertThat(grape.list(Tube.of("fixed", String.class), JobState.FAILED, 10, null)
                        .jobs())
                .hasSize(1);
    }

    @Test
    void asksWithTargetAndCount(TestBroker broker, Grape grape) {
        fail(grape, "bad", 3);
        Shell person = Shell.of(broker.uri()).interactive();

        Shell.Result declined = person.type("n\n", "redrive", "orders");

        assertThat(declined.code()).isEqualTo(1);
        assertThat(declined.err()).startsWith("kick 3 failed jobs of tube orders? [y/N] ");
        assertThat(grape.consume(TUBE, 1, Duration.ZERO)).isEmpty();
        Shell.Result agreed = person.type("y\n", "redrive", "orders", "--limit", "2");
        assertThat(agreed.code()).isZero();
        assertThat(agreed.err()).startsWith("kick 2 failed jobs of tube orders? [y/N] ");
        assertThat(grape.consume(TUBE, 10, Duration.ZERO)).hasSize(2);
    }

    @Test
    void askingNeedsATerminal(TestBroker broker, Grape grape) {
        fail(grape, "bad", 1);
        Shell.Result result = Shell.of(broker.uri()).run("redrive", "orders");
        assertThat(result.code()).isEqualTo(2);
        assertThat(result.err()).contains("kick 1 failed job of tube orders").contains("--yes");
    }

    @Test
    void whereNothingFailedNobodyIsAsked(TestBroker broker, Grape grape) throws Exception {
        grape.produce(TUBE, NewJob.of("x"));
        assertThat(Shell.of(broker.uri()).run("redrive", "orders", "-o", "json").json())
                .hasToString("{\"matching\":0,\"exact\":true,\"sample\":[]}");
        assertThat(grape.operations().list(10, null).operations()).isEmpty();
    }

    @Test
    void aDryRunChangesNothing(TestBroker broker, Grape grape) throws Exception {
        fail(grape, "bad", 1);
        JsonNode preview = Shell.of(broker.uri())
                .run("redrive", "orders", "--dry-run", "-o", "json")
                .json();
        assertThat(preview).hasToString("{\"matching\":1,\"exact\":true,\"sample\":[\"bad0\"]}");
        assertThat(grape.operations().list(10, null).operations()).isEmpty();
    }

    @Test
    void theCurlLineIsTheCallThatChanges(TestBroker broker) {
        String line =
                Shell.of(broker.uri()).run("redrive", "orders", "--curl").ok().out();
        assertThat(line)
                .contains("/v1/operations")
                .contains("\"kind\":\"kick\"")
                .doesNotContain("dryRun");
    }

    @Test
    void operationsAreListedFollowedAndCancelled(TestBroker broker, Grape grape) throws Exception {
        fail(grape, "bad", 3);
        Shell shell = Shell.of(broker.uri());
        String id = shell.run("redrive", "orders", "--rate", "1", "--detach", "--yes", "-o", "json")
                .json()
                .path("id")
                .asText();

        assertThat(shell.run("operation", "pause", id).ok().out()).containsPattern("(?m)^state +paused$");
        assertThat(shell.run("operation", "ls").ok().lines())
                .hasSize(2)
                .first()
                .asString()
                .startsWith("ID  ");
        assertThat(shell.run("operation", "ls", "-o", "json").json())
                .singleElement()
                .satisfies(one -> assertThat(one.path("id").asText()).isEqualTo(id));
        assertThat(shell.run("operation", "resume", id).code()).isZero();
        Shell.Result cancelled = shell.interactive().type("yes\n", "operation", "cancel", id);
        assertThat(cancelled.code()).isZero();
        assertThat(cancelled.err()).matches("cancel operation .* of 3 jobs of tube orders\\? \\[y/N] ");
        Shell.Result followed = shell.run("operation", "show", id, "--follow", "-o", "ndjson");
        assertThat(followed.code()).isEqualTo(1);
        assertThat(followed.lines()).singleElement().asString().contains("\"state\":\"cancelled\"");
        assertThat(shell.run("operation", "resume", id).code()).isEqualTo(4);
    }

    @Test
    void followingWaitsForTheEnd(TestBroker broker, Grape grape) {
        fail(grape, "bad", 3);
        String id = grape.operations()
                .begin(OperationSettings.kick("orders", JobState.FAILED).perSecond(2))
                .id();
        Shell.Result followed = Shell.of(broker.uri()).interactive().run("operation", "show", id, "--follow");
        assertThat(followed.code()).isZero();
        assertThat(followed.err()).contains(" of 3 done, 0 skipped");
        assertThat(followed.out()).containsPattern("(?m)^state +done$");
    }

    @Test
    void saysWhatIsNotThere(TestBroker broker) {
        Shell shell = Shell.of(broker.uri());
        assertThat(shell.run("operation", "show", "nothing").code()).isEqualTo(3);
        assertThat(shell.run("redrive", "nothing", "--yes").code()).isEqualTo(3);
        assertThat(shell.run("operation").code()).isEqualTo(2);
    }
}
