package io.grape.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.grape.client.Codec;
import io.grape.client.Grape;
import io.grape.client.Job;
import io.grape.client.JobState;
import io.grape.client.NewJob;
import io.grape.client.Tube;
import io.grape.junit.GrapeTest;
import io.grape.junit.TestBroker;
import java.time.Duration;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** {@code grape delete}. */
@GrapeTest
class DeleteTest {
    private static final Tube<String> TUBE = Tube.of("orders", Codec.text());

    private final Shell shell;
    private final Grape grape;

    DeleteTest(TestBroker broker) {
        shell = Shell.of(broker.uri());
        grape = broker.client();
    }

    private void produce(String id, Duration delay) {
        grape.produce(TUBE, NewJob.of("x").id(id).delay(delay));
    }

    private List<String> ids(JobState state) {
        return grape.list(TUBE, state, 1000, null).jobs().stream().map(Job::id).toList();
    }

    @Test
    void deletesATubeWithAllItHas() throws Exception {
        produce("r", Duration.ZERO);
        produce("d", Duration.ofHours(1));
        assertThat(shell.run("delete", "orders", "--tube").err()).contains("delete tube orders with its 2 jobs");
        assertThat(shell.run("delete", "orders", "--tube", "r", "--yes").code()).isEqualTo(2);
        assertThat(shell.run("delete", "orders", "--yes").code()).isEqualTo(2);
        assertThat(shell.run("delete", "orders", "--tube", "--yes", "-o", "json")
                        .json()
                        .path("deleted")
                        .asBoolean())
                .isTrue();
        assertThat(grape.tubes().status("orders")).isEmpty();
        assertThat(shell.run("delete", "orders", "--tube", "--yes").code()).isEqualTo(3);
    }

    @Test
    void deleteAsksWithTargetAndCount() {
        produce("a", Duration.ZERO);
        produce("b", Duration.ZERO);
        Shell.Result no = shell.interactive().type("n\n", "delete", "orders", "a", "b");
        assertThat(no.code()).isEqualTo(1);
        assertThat(no.err()).isEqualTo("delete 2 jobs of tube orders? [y/N] grape: nothing was changed\n");
        assertThat(ids(JobState.READY)).hasSize(2);

        Shell.Result yes = shell.interactive().type("y\n", "delete", "orders", "a", "b", "-o", "json");
        assertThat(yes.code()).isZero();
        assertThat(yes.out()).isEqualTo("{\"tube\":\"orders\",\"deleted\":2,\"notFound\":0,\"retained\":0}\n");
        assertThat(ids(JobState.READY)).isEmpty();
    }

    @Test
    void deleteWithoutATerminalNeedsYes() {
        produce("a", Duration.ZERO);
        Shell.Result result = shell.run("delete", "orders", "a");
        assertThat(result.code()).isEqualTo(2);
        assertThat(result.err())
                .isEqualTo(
                        "grape: delete 1 job of tube orders: expected --yes, because there is no terminal to ask at\n");
        assertThat(ids(JobState.READY)).containsExactly("a");
        shell.type("a\n", "delete", "orders", "-", "--yes").ok();
        assertThat(ids(JobState.READY)).isEmpty();
    }

    @Test
    void deletesAllOfAState() {
        grape.produceAll(
                TUBE,
                IntStream.range(0, 1205)
                        .mapToObj(i -> NewJob.of("x").id("j" + i).delay(Duration.ofHours(1)))
                        .toList());
        produce("r", Duration.ZERO);
        Shell.Result result = shell.interactive().type("yes\n", "delete", "orders", "--state", "delayed", "-o", "json");
        assertThat(result.err()).isEqualTo("delete 1205 delayed jobs of tube orders? [y/N] ");
        assertThat(result.out()).isEqualTo("{\"tube\":\"orders\",\"deleted\":1205,\"notFound\":0,\"retained\":0}\n");
        assertThat(ids(JobState.DELAYED)).isEmpty();
        assertThat(ids(JobState.READY)).containsExactly("r");
    }

    @Test
    void whatCannotBeDeletedHasACode() throws Exception {
        produce("held", Duration.ZERO);
        grape.take(TUBE, "held");
        assertThat(shell.run("delete", "orders", "other", "--yes").code()).isEqualTo(3);
        assertThat(shell.run("delete", "orders", "held", "--yes").code()).isEqualTo(4);
        assertThat(shell.run("delete", "orders", "--yes").code()).isEqualTo(2);
        assertThat(shell.run("delete", "orders", "a", "--state", "ready", "--yes")
                        .code())
                .isEqualTo(2);
        assertThat(shell.run("delete", "nothing", "--state", "ready", "--yes").code())
                .isEqualTo(3);
        shell.curl("delete", "orders", "held", "--force");
        assertThat(grape.peek(TUBE, "held")).isEmpty();
    }
}
