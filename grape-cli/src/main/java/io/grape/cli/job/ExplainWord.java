package io.grape.cli.job;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.grape.cli.call.ExitCode;
import io.grape.cli.call.Word;
import io.grape.cli.terminal.Terminal;
import io.grape.client.Explanation;
import io.grape.client.Grape;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** {@code grape explain}. */
@Command(name = "explain", description = "Says why a job has not run, and changes nothing.")
public final class ExplainWord extends Word {
    private static final ObjectMapper MAPPER = new ObjectMapper();

    @Parameters(index = "0", paramLabel = "TUBE", description = "its tube")
    private String tube = "";

    @Parameters(index = "1", paramLabel = "ID", description = "its id")
    private String id = "";

    /** A word of this terminal. */
    public ExplainWord(Terminal terminal) {
        super(terminal);
    }

    @Override
    protected int run(Grape grape) throws JsonProcessingException {
        Explanation explanation = grape.monitoring().explain(tube, id);
        ObjectNode json = (ObjectNode) MAPPER.readTree(explanation.json());
        if (output().isTable()) {
            json.properties().removeIf(field -> field.getValue().isNull());
        }
        output().one(json);
        return ExitCode.OK;
    }
}
