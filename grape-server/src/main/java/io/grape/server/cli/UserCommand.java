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

/** {@code ./grape user}. */
final class UserCommand extends AccountCommand {
    static final String USAGE = """
            usage: ./grape user add NAME --role viewer|operator|admin [--right RIGHT,...] [--tubes PREFIX,...] [options]
                   ./grape user first NAME [options]
                   ./grape user list [options]
                   ./grape user password NAME [options]
                   ./grape user remove NAME [options]

            The password is asked for at a terminal, else it is the first line of stdin. first makes an admin where there is no
            user yet, with the password of GRAPE_ADMIN_PASSWORD, else with one that it makes and shows this once.
            """;

    private static final String PASSWORD = "GRAPE_ADMIN_PASSWORD";

    UserCommand(CommandArguments given) {
        super(given);
    }

    @Override
    List<String> run(AccountStore store) {
        return switch (given.verb()) {
            case "add" -> add(store);
            case "first" -> first(store);
            case "list" ->
                list(store::users, UserCommand::line, "no users: ./grape user add NAME --role admin makes one");
            case "password" -> password(store);
            case "remove" -> remove(store);
            default ->
                throw CommandArguments.usage(
                        "user: expected add, first, list, password or remove, got '" + given.verb() + "'");
        };
    }

    private List<String> add(AccountStore store) {
        String name = given.subject("NAME");
        Role role = Role.parse(given.required("role"));
        List<String> rights = given.list("right");
        List<String> tubes = given.list("tubes");
        given.checkAllUsed();
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

    /** For what is set up without anybody at a terminal: a second time it changes nothing. */
    private List<String> first(AccountStore store) {
        String name = given.subject("NAME");
        given.checkAllUsed();
        if (!store.users().isEmpty()) {
            return List.of("there are users already, none was created");
        }
        String told = Objects.requireNonNullElse(System.getenv(PASSWORD), "");
        String password = told.isEmpty() ? Passwords.random() : told;
        store.put(name, new UserChange(Role.ADMIN, null, null, password));
        String made = "user " + name + " is " + Role.ADMIN.wireName();
        return told.isEmpty() ? List.of(made, "password of " + name + ", shown this once: " + password) : List.of(made);
    }

    private static String line(User user) {
        String rights = String.join(",", Right.names(user.rights()));
        return user.name() + " role=" + user.role().wireName() + (rights.isEmpty() ? "" : " rights=" + rights)
                + end(user.tubes(), user.createdAt(), user.createdBy());
    }

    private List<String> password(AccountStore store) {
        String name = given.subject("NAME");
        given.checkAllUsed();
        store.check(name);
        String password = PasswordPrompt.read();
        store.put(name, new UserChange(null, null, null, password));
        return List.of("user " + name + " has a new password, and has to log in again");
    }

    private List<String> remove(AccountStore store) {
        String name = given.subject("NAME");
        given.checkAllUsed();
        store.removeUser(name);
        return List.of("user " + name + " is removed");
    }
}
