package io.grape.server;

import io.grape.server.access.Right;
import io.grape.server.access.Role;
import io.grape.server.access.User;
import java.util.List;
import java.util.stream.Collectors;

/** {@code ./grape user}: the users, with or without a broker that runs. */
final class UserWord {
    static final String USAGE = """
            usage: ./grape user add NAME --role viewer|operator|admin [--right RIGHT,...] [--tubes PREFIX,...] [options]
                   ./grape user list [options]
                   ./grape user password NAME [options]
                   ./grape user remove NAME [options]

            The password is asked for at a terminal, else it is the first line of stdin.
            The options are those of a broker that say where its Redis is: --redis, --namespace, --data-dir, --config.
            """;

    private final AccountStore store;
    private final WordArguments given;

    UserWord(AccountStore store, WordArguments given) {
        this.store = store;
        this.given = given;
    }

    /** Does it, and returns what there is to say. */
    List<String> run() {
        return switch (given.verb()) {
            case "add" -> add();
            case "list" -> list();
            case "password" -> password();
            case "remove" -> remove();
            default ->
                throw WordArguments.usage("user: expected add, list, password or remove, got '" + given.verb() + "'");
        };
    }

    private List<String> add() {
        String name = given.subject("NAME");
        Role role = Role.parse(given.required("role"));
        List<String> rights = given.list("right");
        given.checkAllUsed();
        if (store.user(name).isPresent()) {
            throw store.failure("user " + name + " is there already; ./grape user remove makes room");
        }
        User.Change change = new User.Change(
                role,
                rights == null ? null : rights.stream().map(Right::parse).collect(Collectors.toSet()),
                given.list("tubes"),
                PasswordPrompt.read());
        store.put(name, change);
        return List.of("user " + name + " is " + role.wireName());
    }

    private List<String> list() {
        given.noSubject();
        given.checkAllUsed();
        return store.users().stream().map(UserWord::line).toList();
    }

    private static String line(User user) {
        String rights = user.rights().stream().map(Right::wireName).sorted().collect(Collectors.joining(","));
        return user.name() + " role=" + user.role().wireName() + (rights.isEmpty() ? "" : " rights=" + rights)
                + " tubes=" + shown(user.tubes()) + " createdAt=" + user.createdAt() + " createdBy=" + user.createdBy();
    }

    static String shown(List<String> prefixes) {
        return prefixes.stream().map(prefix -> prefix + "*").collect(Collectors.joining(","));
    }

    private List<String> password() {
        String name = given.subject("NAME");
        given.checkAllUsed();
        if (store.user(name).isEmpty()) {
            throw store.failure("user " + name + " does not exist");
        }
        String password = PasswordPrompt.read();
        store.put(name, new User.Change(null, null, null, password));
        return List.of("user " + name + " has a new password, and has to log in again");
    }

    private List<String> remove() {
        String name = given.subject("NAME");
        given.checkAllUsed();
        store.removeUser(name);
        return List.of("user " + name + " is removed");
    }
}
