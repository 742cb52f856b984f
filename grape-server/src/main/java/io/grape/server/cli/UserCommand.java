package io.grape.server.cli;

import io.grape.core.ErrorCode;
import io.grape.core.GrapeException;
import io.grape.server.access.Passwords;
import io.grape.server.access.Right;
import io.grape.server.access.Role;
import io.grape.server.access.User;
import io.grape.server.access.UserChange;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code ./grape user}. */
@Command
final class UserCommand {
    private static final String PASSWORD = "GRAPE_ADMIN_PASSWORD";
    private static final List<String> THERE_ARE_USERS = List.of("there are users already, none was created");
    private static final String PROMPT = "The password is typed at a terminal, or read from the first line of stdin.";

    @Command(description = {"adds a user", PROMPT})
    AccountAction add(
            @Parameters(paramLabel = "NAME") String name,
            @Option(names = "--role", required = true, paramLabel = "viewer|operator|admin") String role,
            @Option(names = "--right", paramLabel = "RIGHT,...") @Nullable String rights,
            @Option(names = "--tubes", paramLabel = "PREFIX,...") @Nullable String tubes) {
        return store -> add(store, name, Role.parse(role), AccountAction.split(rights), AccountAction.split(tubes));
    }

    private static List<String> add(
            AccountStore store, String name, Role role, @Nullable List<String> rights, @Nullable List<String> tubes) {
        if (store.user(name).isPresent()) {
            throw new GrapeException(
                    ErrorCode.WRONG_STATE,
                    "user " + name + " exists already; remove it first: ./grape user remove " + name);
        }
        UserChange change =
                new UserChange(role, rights == null ? null : Right.parseAll(rights), tubes, PasswordPrompt.read());
        store.put(name, change);
        return List.of("user " + name + " is " + role.wireName());
    }

    /** For a setup without a terminal. A second run changes nothing, nor does one beside it. */
    @Command(
            description = {
                "creates an admin if there is no user yet",
                "The password is " + PASSWORD + "; without it, a random one is created and shown once."
            })
    AccountAction first(@Parameters(paramLabel = "NAME") String name) {
        return store -> {
            if (!store.users().isEmpty()) {
                return THERE_ARE_USERS;
            }
            String told = Objects.requireNonNullElse(System.getenv(PASSWORD), "");
            String password = told.isEmpty() ? Passwords.random() : told;
            if (!store.putFirst(name, new UserChange(Role.ADMIN, null, null, password))) {
                return THERE_ARE_USERS;
            }
            String made = "user " + name + " is " + Role.ADMIN.wireName();
            return told.isEmpty()
                    ? List.of(made, "password of " + name + ", shown this once: " + password)
                    : List.of(made);
        };
    }

    @Command(description = "lists the users")
    AccountAction list() {
        return store -> AccountAction.list(
                store::users, UserCommand::line, "no users: ./grape user add NAME --role admin creates one");
    }

    private static String line(User user) {
        String rights = String.join(",", Right.names(user.rights()));
        return user.name() + " role=" + user.role().wireName() + (rights.isEmpty() ? "" : " rights=" + rights)
                + AccountAction.end(user.tubes(), user.createdAt(), user.createdBy());
    }

    @Command(description = {"changes the password of a user", PROMPT})
    AccountAction password(@Parameters(paramLabel = "NAME") String name) {
        return store -> {
            store.check(name);
            String password = PasswordPrompt.read();
            store.put(name, new UserChange(null, null, null, password));
            return List.of("user " + name + " has a new password, and must log in again");
        };
    }

    @Command(description = "removes a user")
    AccountAction remove(@Parameters(paramLabel = "NAME") String name) {
        return store -> {
            store.removeUser(name);
            return List.of("user " + name + " is removed");
        };
    }
}
