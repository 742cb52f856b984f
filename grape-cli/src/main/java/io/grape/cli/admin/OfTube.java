package io.grape.cli.admin;

import io.grape.cli.call.Word;
import io.grape.cli.terminal.Terminal;
import picocli.CommandLine.Parameters;

/** A word for one tube. */
abstract class OfTube extends Word {
    @Parameters(index = "0", paramLabel = "TUBE", description = "the tube")
    private String tube = "";

    OfTube(Terminal terminal) {
        super(terminal);
    }

    final String tube() {
        return tube;
    }
}
