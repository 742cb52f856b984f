package io.grape.cli.top;

import io.grape.cli.call.ExitCode;
import io.grape.cli.call.Word;
import io.grape.cli.terminal.Plain;
import io.grape.cli.terminal.Terminal;
import io.grape.cli.terminal.UsageException;
import io.grape.client.Grape;
import io.grape.client.GrapeException;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code grape top}. */
@Command(
        name = "top",
        description = "Shows tubes and brokers as they are now, again and again. A key changes the order, q ends it.")
public final class TopWord extends Word {
    private static final Duration TICK = Duration.ofMillis(50);
    private static final int END_OF_TEXT = 3;

    @Option(names = "--once", description = "show it once, without a terminal too")
    private boolean once;

    @Option(names = "--interval", paramLabel = "TIME", description = "between two looks; default: 2s")
    private Duration interval = Duration.ofSeconds(2);

    @Option(
            names = "--sort",
            paramLabel = "BY",
            description = "ready, delayed, failed, oldest, in, out or name; default: ready")
    private String sort = "ready";

    /** A word of this terminal. */
    public TopWord(Terminal terminal) {
        super(terminal);
    }

    @Override
    protected int run(Grape grape) throws Exception {
        TubeOrder order = TubeOrder.ofName(sort);
        if (order == null) {
            throw new UsageException(
                    "--sort: expected ready, delayed, failed, oldest, in, out or name, got '" + sort + "'");
        }
        if (!output().isTable()) {
            output().one(Snapshot.take(grape).json());
        } else if (once || options().isCurl()) {
            new TopPage(Snapshot.take(grape), order)
                    .lines(Integer.MAX_VALUE)
                    .forEach(line -> terminal().out().println(Plain.text(line)));
        } else if (terminal().isInteractive()) {
            live(grape, order);
        } else {
            throw new UsageException("top: expected a terminal, or --once");
        }
        return ExitCode.OK;
    }

    private void live(Grape grape, TubeOrder first) throws IOException, InterruptedException {
        TubeOrder order = first;
        Look look = Look.at(grape, null);
        try (Screen screen = new Screen(terminal())) {
            long seen = System.nanoTime();
            Screen.Size size = screen.size();
            screen.draw(look.lines(order, size), size);
            while (true) {
                Thread.sleep(TICK.toMillis());
                int key = screen.key();
                if (key == 'q' || key == END_OF_TEXT) {
                    return;
                }
                Optional<TubeOrder> asked = TubeOrder.ofKey(key);
                boolean isTime = System.nanoTime() - seen >= interval.toNanos();
                if (isTime) {
                    look = Look.at(grape, look.snapshot());
                    seen = System.nanoTime();
                }
                if (isTime || asked.isPresent()) {
                    order = asked.orElse(order);
                    size = screen.size();
                    screen.draw(look.lines(order, size), size);
                }
            }
        }
    }

    /**
     * What was seen last, and why it could not be seen again.
     *
     * @param problem null if it could
     */
    private record Look(
            @Nullable Snapshot snapshot, @Nullable String problem) {
        private static final String KEYS = Arrays.stream(TubeOrder.values())
                .map(order -> order.key() + " " + order.label())
                .collect(Collectors.joining("  ", "order: ", "  ·  q quit"));

        static Look at(Grape grape, @Nullable Snapshot before) {
            try {
                return new Look(Snapshot.take(grape), null);
            } catch (GrapeException e) {
                return new Look(before, e.getMessage());
            }
        }

        List<String> lines(TubeOrder order, Screen.Size size) {
            List<String> lines = new ArrayList<>();
            if (problem != null) {
                lines.add("!! " + problem);
            }
            if (snapshot != null) {
                lines.addAll(new TopPage(snapshot, order).lines(size.rows() - lines.size() - 1));
            }
            lines.add(KEYS);
            return lines;
        }
    }
}
