package io.grape.server.access;

import io.grape.core.ErrorCode;
import io.grape.core.GrapeException;
import io.grape.core.access.AccountKind;
import io.grape.core.access.Accounts;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/** The users as they are kept: looking at them, making, changing and removing them. */
public final class Users {
    private final Accounts accounts;
    private final Passwords passwords;

    public Users(Accounts accounts, Passwords passwords) {
        this.accounts = accounts;
        this.passwords = passwords;
    }

    /** All of them, by name. */
    public CompletionStage<List<User>> all() {
        return accounts.all(AccountKind.USERS)
                .thenApply(texts -> texts.entrySet().stream()
                        .flatMap(entry -> StoredAccounts.user(entry.getKey(), entry.getValue()).stream())
                        .sorted(Comparator.comparing(User::name))
                        .toList());
    }

    /**
     * Makes a user, a viewer unless it is said otherwise, or changes of one what is given.
     *
     * @param by who does it
     */
    public CompletionStage<SavedUser> put(String name, UserChange change, String by) {
        return making(name, change, by).thenCompose(this::put);
    }

    /**
     * Makes a user if there is none at all; of several callers at once only one makes its own.
     *
     * @param by who does it
     * @return false when there was one already
     */
    public CompletionStage<Boolean> putFirst(String name, UserChange change, String by) {
        return making(name, change, by).thenCompose(this::putFirst);
    }

    private CompletionStage<Making> making(String name, UserChange change, String by) {
        AccountName.checked(name);
        TubePrefixes.checked(Objects.requireNonNullElse(change.tubes(), List.of()));
        String password = change.password();
        if (password != null) {
            checkNotCommon(password, name);
        }
        CompletionStage<Optional<String>> hash = password == null
                ? CompletableFuture.completedStage(Optional.empty())
                : passwords.hash(password).thenApply(Optional::of);
        return hash.thenCombine(
                accounts.now(), (hashed, now) -> new Making(name, change, hashed.orElse(null), by, now));
    }

    /** For every role: a user may become an admin later, when only the hash of the password is known. */
    private static void checkNotCommon(String password, String user) {
        if (WeakPasswords.contain(password, user)) {
            throw GrapeException.badValue(
                    "password",
                    "one that is hard to guess",
                    "one of the most common, one character, or the user's name");
        }
    }

    private record Making(
            String name, UserChange change, @Nullable String password, String by, Instant now) {
        User of(@Nullable User before) {
            return before == null
                    ? new User(
                            AccountName.checkedNew(name),
                            Objects.requireNonNullElse(change.role(), Role.VIEWER),
                            Objects.requireNonNullElse(change.rights(), Set.of()),
                            Objects.requireNonNullElse(change.tubes(), TubePrefixes.ALL),
                            required(password),
                            now,
                            by)
                    : new User(
                            name,
                            Objects.requireNonNullElse(change.role(), before.role()),
                            Objects.requireNonNullElse(change.rights(), before.rights()),
                            Objects.requireNonNullElse(change.tubes(), before.tubes()),
                            Objects.requireNonNullElse(password, before.password()),
                            before.createdAt(),
                            before.createdBy());
        }

        private static String required(@Nullable String password) {
            if (password == null) {
                throw GrapeException.badValue("password", "one for a new user", "none");
            }
            return password;
        }
    }

    /** Again where somebody else changed the same user meanwhile. */
    private CompletionStage<SavedUser> put(Making making) {
        return accounts.find(AccountKind.USERS, making.name).thenCompose(found -> {
            String before = found.orElse(null);
            User user = making.of(
                    before == null
                            ? null
                            : StoredAccounts.user(making.name, before).orElse(null));
            return change(making.name, before, user)
                    .thenCompose(done ->
                            done ? CompletableFuture.completedStage(new SavedUser(user, before == null)) : put(making));
        });
    }

    /** Again where an account was changed meanwhile, which may have been a token. */
    private CompletionStage<Boolean> putFirst(Making making) {
        String text = StoredAccounts.text(making.of(null));
        return accounts.version()
                .thenCompose(version -> accounts.all(AccountKind.USERS)
                        .thenCompose(users -> users.isEmpty()
                                ? accounts.changeAt(version, AccountKind.USERS, making.name, null, text)
                                        .thenCompose(done ->
                                                done ? CompletableFuture.completedStage(true) : putFirst(making))
                                : CompletableFuture.completedStage(false)));
    }

    /** False when there is no such user. */
    public CompletionStage<Boolean> remove(String name) {
        return accounts.find(AccountKind.USERS, name).thenCompose(found -> {
            String before = found.orElse(null);
            return before == null
                    ? CompletableFuture.completedStage(false)
                    : change(name, before, null)
                            .thenCompose(done -> done ? CompletableFuture.completedStage(true) : remove(name));
        });
    }

    /** The last admin stays one: whoever comes after could let nobody in. */
    private CompletionStage<Boolean> change(String name, @Nullable String before, @Nullable User after) {
        String text = after == null ? null : StoredAccounts.text(after);
        boolean wasAdmin = before != null
                && StoredAccounts.user(name, before).filter(User::isAdmin).isPresent();
        if (!wasAdmin || (after != null && after.isAdmin())) {
            return accounts.change(AccountKind.USERS, name, before, text);
        }
        return accounts.version()
                .thenCompose(version -> all().thenCompose(users -> {
                    if (users.stream()
                            .noneMatch(other -> other.isAdmin() && !other.name().equals(name))) {
                        throw new GrapeException(
                                ErrorCode.WRONG_STATE, "user " + name + " is the last admin, make another one first");
                    }
                    return accounts.changeAt(version, AccountKind.USERS, name, before, text);
                }));
    }

    /** Gives a user another password; fails with WRONG_STATE where it has not the one any more that somebody looked at. */
    CompletionStage<User> password(User seen, String password) {
        checkNotCommon(password, seen.name());
        return passwords
                .hash(password)
                .thenCombine(accounts.find(AccountKind.USERS, seen.name()), (hash, found) -> {
                    String before = found.orElseThrow(() -> changed(seen));
                    User after = StoredAccounts.user(seen.name(), before)
                            .filter(now -> now.password().equals(seen.password()))
                            .map(now -> now.withPassword(hash))
                            .orElseThrow(() -> changed(seen));
                    return accounts.change(AccountKind.USERS, seen.name(), before, StoredAccounts.text(after))
                            .thenApply(done ->
                                    Optional.of(after).filter(user -> done).orElseThrow(() -> changed(seen)));
                })
                .thenCompose(changing -> changing);
    }

    private static GrapeException changed(User seen) {
        return new GrapeException(ErrorCode.WRONG_STATE, "user " + seen.name() + " was changed meanwhile, retry");
    }

    /** The user of this name. */
    public CompletionStage<Optional<User>> find(String name) {
        return accounts.find(AccountKind.USERS, name)
                .thenApply(found -> found.flatMap(text -> StoredAccounts.user(name, text)));
    }
}
