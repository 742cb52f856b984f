package io.grape.cli.job;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.grape.cli.terminal.Terminal;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.util.ArrayList;
import java.util.List;

/** The ids that a word was given. */
final class Ids {
    private Ids() {}

    /** Those of the command line; {@code -} stands for those that are read, one a line. */
    static List<String> of(List<String> given, Terminal terminal) throws IOException {
        List<String> ids = new ArrayList<>();
        for (String id : given) {
            if (id.equals("-")) {
                BufferedReader in = new BufferedReader(new InputStreamReader(terminal.in(), UTF_8));
                for (String line = in.readLine(); line != null; line = in.readLine()) {
                    if (!line.isEmpty()) {
                        ids.add(line);
                    }
                }
            } else {
                ids.add(id);
            }
        }
        return ids;
    }
}
