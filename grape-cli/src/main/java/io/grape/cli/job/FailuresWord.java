package io.grape.cli.job;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.grape.cli.call.ExitCode;
import io.grape.cli.call.Pages;
import io.grape.cli.call.Word;
import io.grape.cli.terminal.Output;
import io.grape.cli.terminal.Terminal;
import io.grape.client.FailureGroup;
import io.grape.client.FailurePage;
import io.grape.client.Grape;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code grape failures}. */
@Command(
        name = "failures",
        description = {
            "Says for which reasons jobs of a tube failed, the most frequent first.",
            "Of the 10,000 jobs that failed last. grape redrive --reason takes a signature."
        })
public final class FailuresWord extends Word {
    private static final List<String> COLUMNS = List.of("count", "signature", "lastAt", "sampleId");

    @Parameters(index = "0", paramLabel = "TUBE", description = "the tube")
    private String tube = "";

    @Option(names = "--limit", paramLabel = "N", description = "at most so many; default: ${DEFAULT-VALUE}")
    private int limit = 100;

    /** A word of this terminal. */
    public FailuresWord(Terminal terminal) {
        super(terminal);
    }

    @Override
    protected int run(Grape grape) {
        output().each(
                        COLUMNS,
                        rows -> Pages.each(
                                limit, (size, cursor) -> page(grape, size, cursor), group -> rows.add(json(group))));
        return ExitCode.OK;
    }

    private Pages.Page<FailureGroup> page(Grape grape, int size, @Nullable String cursor) {
        FailurePage page = grape.monitoring().failures(tube, size, cursor);
        return new Pages.Page<>(page.groups(), page.next());
    }

    private static ObjectNode json(FailureGroup group) {
        return Output.item()
                .put("signature", group.signature())
                .put("count", group.count())
                .put("firstAt", group.firstAt().toString())
                .put("lastAt", group.lastAt().toString())
                .put("sampleId", group.sampleId())
                .put("sampleReason", group.sampleReason());
    }
}
