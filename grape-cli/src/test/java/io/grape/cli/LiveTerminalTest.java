package io.grape.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.grape.client.Acknowledgement;
import io.grape.client.Grape;
import io.grape.client.Job;
import io.grape.client.NewJob;
import io.grape.client.OperationStatus;
import io.grape.client.Tube;
import io.grape.junit.GrapeTest;
import io.grape.junit.TestBroker;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code grape top} and {@code grape redrive} in a terminal. */
@GrapeTest
@Tag("slow")
class LiveTerminalTest {
    private static final String HOME = "\u001b\\[H";
    private static final String CTRL_C = "\u0003";

    @TempDir
    private Path directory = Path.of("");

    private static List<String> pages(TypedTerminal terminal) throws IOException {
        String[] pages = terminal.seen().split(HOME, -1);
        return Arrays.asList(pages).subList(1, pages.length);
    }

    /** Waits for a page with this text after those that were drawn before. */
    private static void awaitPage(TypedTerminal terminal, String text) throws IOException {
        int before = pages(terminal).size();
        terminal.until(() -> pages(terminal).stream().skip(before).anyMatch(page -> page.contains(text)));
    }

    @Test
    void topIsDrawnAgainSortedResizedAndLeft(TestBroker broker, Grape grape) throws Exception {
        grape.produce(Tube.of("alpha", String.class), NewJob.of("x").delay(Duration.ofHours(1)));
        grape.produce(Tube.of("beta", String.class), NewJob.of("x"));
        try (TypedTerminal terminal = new TypedTerminal(directory, broker.uri(), "top --interval 200ms")) {
            awaitPage(terminal, "by ready");
            grape.produce(Tube.of("gamma", String.class), NewJob.of("x"));
            awaitPage(terminal, "gamma");
            terminal.type("d");
            awaitPage(terminal, "by delayed");
            terminal.resize(12, 40);
            terminal.until(() -> pages(terminal).stream().anyMatch(LiveTerminalTest::fits));
            terminal.type("q");
            terminal.awaitEnd();
            assertThat(terminal.seen())
                    .contains("q quit", "\u001b[?1049l", "ended with 0")
                    .containsPattern("[ ;]icanon")
                    .containsPattern("[ ;]echo[ ;]");
        }
    }

    /** Whether a page is one of the small window. */
    private static boolean fits(String page) {
        List<String> lines =
                page.replaceAll("\u001b\\[[0-9;?]*[A-Za-z]", "").lines().toList();
        return lines.size() == 12 && lines.stream().allMatch(line -> line.length() <= 40);
    }

    @Test
    void ctrlCEndsTopAndGivesTheTerminalBack(TestBroker broker) throws Exception {
        try (TypedTerminal terminal = new TypedTerminal(directory, broker.uri(), "top")) {
            awaitPage(terminal, "by ready");
            terminal.type(CTRL_C);
            terminal.awaitEnd();
            assertThat(terminal.seen()).contains("\u001b[?1049l");
        }
    }

    @Test
    void ctrlCLeavesTheOperationRunning(TestBroker broker, Grape grape) throws Exception {
        Tube<String> tube = Tube.of("orders", String.class);
        for (int i = 0; i < 50; i++) {
            grape.produce(tube, NewJob.of("x"));
        }
        for (Job<String> job : grape.consume(tube, 50, Duration.ofSeconds(10))) {
            grape.acknowledge("orders", Acknowledgement.bury(job, "down"));
        }
        try (TypedTerminal terminal = new TypedTerminal(directory, broker.uri(), "redrive orders --rate 1")) {
            terminal.until(() -> terminal.seen().contains("kick 50 failed jobs of tube orders? [y/N] "));
            terminal.type("y\n");
            terminal.until(() -> terminal.seen().contains(" of 50 done, 0 skipped"));
            terminal.type(CTRL_C);
            terminal.awaitEnd();
            OperationStatus operation =
                    grape.operations().list(1, null).operations().get(0);
            assertThat(terminal.seen())
                    .contains("operation " + operation.id() + " goes on: grape operation show " + operation.id()
                            + " --follow, or grape operation cancel " + operation.id());
            assertThat(operation.state()).isEqualTo(OperationStatus.State.RUNNING);
            grape.operations().cancel(operation.id());
        }
    }
}
