package io.grape.cli.job;

import io.grape.cli.call.ExitCode;
import io.grape.cli.call.Word;
import io.grape.cli.terminal.Output;
import io.grape.cli.terminal.Terminal;
import io.grape.cli.terminal.UsageException;
import io.grape.client.Grape;
import io.grape.client.Kicked;
import io.grape.client.Tube;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code grape kick}. */
@Command(name = "kick", description = "Makes failed or delayed jobs ready. Their attempts begin anew.")
public final class KickWord extends Word {
    @Parameters(index = "0", paramLabel = "TUBE", description = "their tube")
    private String tube = "";

    @Parameters(
            index = "1..*",
            arity = "0..*",
            paramLabel = "ID",
            description = "their ids; - reads standard input, one a line")
    private List<String> given = new ArrayList<>();

    @Option(
            names = "--max",
            paramLabel = "N",
            description = "instead of ids: up to N jobs, 1 to 1000; failed ones if there are any, else delayed ones")
    private @Nullable Integer max;

    @Option(names = "--delay", paramLabel = "TIME", description = "until those with these ids are ready; default: 0")
    private @Nullable Duration delay;

    /** A word of this terminal. */
    public KickWord(Terminal terminal) {
        super(terminal);
    }

    @Override
    protected int run(Grape grape) throws IOException {
        if (given.isEmpty() == (max == null)) {
            throw new UsageException("kick: expected IDs or --max, got " + (max == null ? "neither" : "both"));
        }
        Tube<byte[]> of = RawTube.of(tube);
        if (max != null) {
            if (delay != null) {
                throw new UsageException("--delay: expected IDs with it, got --max");
            }
            return shown(Map.of(Kicked.KICKED, grape.kickAll(of, max)));
        }
        return kick(grape, of, Ids.of(given, terminal()));
    }

    private int kick(Grape grape, Tube<byte[]> of, List<String> ids) {
        Map<Kicked, Integer> counts = new EnumMap<>(Kicked.class);
        ids.forEach(id -> counts.merge(grape.kick(of, id, delay == null ? Duration.ZERO : delay), 1, Integer::sum));
        return shown(counts);
    }

    private int shown(Map<Kicked, Integer> counts) {
        int notFound = counts.getOrDefault(Kicked.NOT_FOUND, 0);
        int retained = counts.getOrDefault(Kicked.RETAINED, 0);
        output().one(Output.item()
                .put("tube", tube)
                .put("kicked", counts.getOrDefault(Kicked.KICKED, 0))
                .put("ready", counts.getOrDefault(Kicked.READY_ALREADY, 0))
                .put("notFound", notFound)
                .put("retained", retained));
        return retained > 0 ? ExitCode.CONFLICT : notFound > 0 ? ExitCode.NOT_FOUND : ExitCode.OK;
    }
}
