package io.grape.server.cli;

import io.grape.core.access.Accounts;
import io.grape.core.access.AuditLog;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.Collectors;

/** A word of the launcher about users or tokens. What is not right about it fails with BAD_REQUEST, whatever else with another code. */
public abstract sealed class AccountCommand permits UserCommand, TokenCommand {
    private static final String USER = "user";
    private static final String TOKEN = "token";
    /** How they are called. */
    public static final Set<String> NAMES = Set.of(USER, TOKEN);

    private static final String ON_OPTIONS = """
            The options are those of a broker that say where its Redis is: --redis, --namespace, --data-dir, --config.
            """;

    final CommandArguments given;

    AccountCommand(CommandArguments given) {
        this.given = given;
    }

    /** What {@code --help} says of a word. */
    public static String usage(String name) {
        return (name.equals(USER) ? UserCommand.USAGE : TokenCommand.USAGE) + ON_OPTIONS;
    }

    /** A word, with what stands behind it. */
    public static AccountCommand of(String name, List<String> args) {
        CommandArguments given = CommandArguments.read(args);
        return name.equals(USER) ? new UserCommand(given) : new TokenCommand(given);
    }

    /** Where the Redis is: options of a broker. */
    public List<String> options() {
        return given.options();
    }

    /** Does it, and returns what there is to say, line by line. */
    public List<String> run(Accounts accounts, AuditLog audit) {
        try (AccountStore store = new AccountStore(accounts, audit)) {
            return run(store);
        }
    }

    abstract List<String> run(AccountStore store);

    /** All that there are, a line each; that there is none is said beside it, so that who reads stdout reads nothing. */
    final <T> List<String> list(Supplier<List<T>> all, Function<T, String> line, String none) {
        given.noSubject();
        given.checkAllUsed();
        List<String> lines = all.get().stream().map(line).toList();
        if (lines.isEmpty()) {
            System.err.println("grape: " + none);
        }
        return lines;
    }

    /** What the lines of users and of tokens end with. */
    static String end(List<String> prefixes, Instant createdAt, String createdBy) {
        String tubes = prefixes.stream().map(prefix -> prefix + "*").collect(Collectors.joining(","));
        return " tubes=" + tubes + " createdAt=" + createdAt + " createdBy=" + createdBy;
    }
}
