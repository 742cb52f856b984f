package io.grape.server.app;

import io.grape.command.WordSource;
import io.grape.command.Words;
import io.grape.server.cli.AccountCommand;
import io.grape.server.config.Options;
import io.grape.server.migration.ImportCommand;
import java.util.List;
import picocli.CommandLine.Model.CommandSpec;

/** The words of a broker's own program. */
public final class BrokerWords implements WordSource {
    static final String SERVER = "server";
    static final String DOCTOR = "doctor";

    private static final List<String> NAMES =
            List.of(SERVER, DOCTOR, AccountCommand.USER, AccountCommand.TOKEN, ImportCommand.NAME);

    @Override
    public List<CommandSpec> words() {
        return NAMES.stream().map(BrokerWords::word).toList();
    }

    static boolean isWord(String text) {
        return NAMES.contains(text);
    }

    /** One of them. A start makes no other: that takes time. */
    static CommandSpec word(String name) {
        return switch (name) {
            case SERVER ->
                Options.addTo(
                        Words.word(name, "builds if needed, then runs a broker in the foreground"),
                        Options::isOfBroker);
            case DOCTOR ->
                Options.addTo(
                        Words.word(
                                name,
                                "looks at what a broker with these options would run on: what is wrong, and the remedy"),
                        option -> true);
            case ImportCommand.NAME -> Options.addTo(ImportCommand.word(), Options::isOfStore);
            default -> Options.addTo(AccountCommand.word(name), Options::isOfStore);
        };
    }
}
