package io.grape.server.cli;

import io.grape.command.Words;
import io.grape.core.access.Accounts;
import io.grape.core.access.AuditLog;
import java.util.List;
import java.util.Objects;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParseResult;

/** A word of the launcher about users or tokens. What is not right about it fails with BAD_REQUEST, whatever else with another code. */
public final class AccountCommand {
    public static final String USER = "user";
    public static final String TOKEN = "token";

    private final AccountAction action;

    private AccountCommand(AccountAction action) {
        this.action = action;
    }

    /** One of them, without the options that say where the Redis is. */
    public static CommandSpec word(String name) {
        return name.equals(USER)
                ? Words.set(
                        CommandSpec.forAnnotatedObject(new UserCommand()).name(name),
                        "manages the users of a broker with --auth required")
                : Words.set(
                        CommandSpec.forAnnotatedObject(new TokenCommand()).name(name),
                        "manages the API tokens of a broker with --auth required");
    }

    /** A word that was read. */
    public static AccountCommand of(ParseResult read) {
        CommandLine verb = Words.last(read).commandSpec().commandLine();
        new CommandLine.RunLast().execute(read);
        AccountAction action = verb.getExecutionResult();
        return new AccountCommand(Objects.requireNonNull(action));
    }

    /** Does it, and returns what there is to say, line by line. */
    public List<String> run(Accounts accounts, AuditLog audit) {
        try (AccountStore store = new AccountStore(accounts, audit)) {
            return action.run(store);
        }
    }
}
