package io.grape.server.accounts;

import io.grape.core.ErrorCode;
import io.grape.core.GrapeException;
import io.grape.server.access.Right;
import io.grape.server.access.Role;
import io.grape.server.access.User;
import java.util.List;

/** {@code ./grape user}. */
final class UserWord extends AccountWord {
    static final String USAGE = """
            usage: ./grape user add NAME --role viewer|operator|admin [--right RIGHT,...] [--tubes PREFIX,...] [options]
                   ./grape user list [options]
                   ./grape user password NAME [options]
                   ./grape user remove NAME [options]

            The password is asked for at a terminal, else it is the first line of stdin.
            """;

    UserWord(WordArguments given) {
        super(given);
    }

    @Override
    List<String> run(AccountStore store) {
        return switch (given.verb()) {
            case "add" -> add(store);
            case "list" -> list(store::users, UserWord::line, "no users: ./grape user add NAME --role admin makes one");
            case "password" -> password(store);
            case "remove" -> remove(store);
            default ->
                throw WordArguments.usage("user: expected add, list, password or remove, got '" + given.verb() + "'");
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
                    ErrorCode.WRONG_STATE, "user " + name + " is there already; ./grape user remove makes room");
        }
        User.Change change =
                new User.Change(role, rights == null ? null : Right.parseAll(rights), tubes, PasswordPrompt.read());
        store.put(name, change);
        return List.of("user " + name + " is " + role.wireName());
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
        store.put(name, new User.Change(null, null, null, password));
        return List.of("user " + name + " has a new password, and has to log in again");
    }

    private List<String> remove(AccountStore store) {
        String name = given.subject("NAME");
        given.checkAllUsed();
        store.removeUser(name);
        return List.of("user " + name + " is removed");
    }
}
