package io.grape.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.grape.client.Grape;
import io.grape.client.KeySettings;
import io.grape.client.NewJob;
import io.grape.client.Tube;
import io.grape.client.TubeSettings;
import io.grape.junit.GrapeTest;
import io.grape.junit.TestBroker;
import org.junit.jupiter.api.Test;

/** {@code grape key} and {@code grape quota}. */
@GrapeTest
class KeyAndQuotaTest {
    private static final Tube<String> TUBE = Tube.of("exports", String.class);

    @Test
    void aKeyGetsValuesOfItsOwn(TestBroker broker, Grape grape) throws Exception {
        grape.tubes().configure("exports", TubeSettings.UNCHANGED.keys(KeySettings.FAIR.concurrency(2)));
        grape.produce(TUBE, NewJob.of("x").key("acme"));
        Shell shell = Shell.of(broker.uri());

        JsonNode set = shell.run(
                        "key",
                        "set",
                        "exports",
                        "globex",
                        "--weight=2",
                        "--concurrency=1",
                        "--rate=0.5",
                        "--paused",
                        "-o=json")
                .json();

        assertThat(set)
                .hasToString("{\"key\":\"globex\",\"weight\":2,\"concurrency\":1,\"perSecond\":0.5,\"burst\":1,"
                        + "\"paused\":true,\"overridden\":true,\"waiting\":0,\"held\":0}");
        assertThat(shell.run("key", "ls", "exports", "-o", "ndjson").ok().lines())
                .hasSize(2)
                .first()
                .asString()
                .startsWith("{\"key\":\"acme\"");
        assertThat(shell.run("key", "ls", "exports", "--sort=use", "--limit=1")
                        .ok()
                        .lines())
                .hasSize(2);
        Shell.Result declined = shell.interactive().type("n\n", "key", "reset", "exports", "globex");
        assertThat(declined.err()).startsWith("remove the values of 1 key, globex of tube exports? [y/N] ");
        shell.run("key", "reset", "exports", "globex", "--yes").ok();
        JsonNode shown =
                shell.run("key", "show", "exports", "globex", "-o", "json").json();
        assertThat(shown.path("overridden").asBoolean()).isFalse();
        assertThat(shown.path("concurrency").asInt()).isEqualTo(2);
        assertThat(shell.run("key", "ls", "exports", "--sort=size").code()).isEqualTo(2);
        assertThat(shell.run("key", "ls", "nothing").code()).isEqualTo(3);
        assertThat(shell.run("key", "set", "exports", "globex").code()).isEqualTo(2);
        assertThat(shell.run("key", "set", "exports", "globex", "--weight=0").code())
                .isEqualTo(2);
    }

    @Test
    void aQuotaIsSetAndRemoved(TestBroker broker) throws Exception {
        Shell shell = Shell.of(broker.uri());

        JsonNode set = shell.run(
                        "quota",
                        "set",
                        "importer",
                        "--produce=100",
                        "--produce-burst=200",
                        "--consume=50",
                        "--in-flight=20",
                        "-o=json")
                .json();

        assertThat(set)
                .hasToString("{\"name\":\"importer\",\"produce\":{\"perSecond\":100,\"burst\":200},"
                        + "\"consume\":{\"perSecond\":50,\"burst\":50},\"inFlight\":20}");
        assertThat(shell.run("quota", "show", "importer", "-o=json").json().path("use"))
                .hasToString("{\"produce\":0,\"consume\":0,\"inFlight\":0}");
        assertThat(shell.run("quota", "ls").ok().lines()).hasSize(2);
        Shell.Result declined = shell.interactive().type("n\n", "quota", "rm", "importer");
        assertThat(declined.code()).isEqualTo(1);
        assertThat(declined.err()).startsWith("remove 1 quota, importer? [y/N] ");
        shell.run("quota", "rm", "importer", "--yes").ok();
        assertThat(shell.run("quota", "rm", "importer", "--yes").code()).isEqualTo(3);
        assertThat(shell.run("quota", "show", "importer").code()).isEqualTo(3);
        assertThat(shell.run("quota", "set", "importer").code()).isEqualTo(2);
        assertThat(shell.run("quota", "set", "importer", "--produce-burst=1").code())
                .isEqualTo(2);
        assertThat(shell.run("quota", "ls", "-o=json").json()).isEmpty();
    }
}
