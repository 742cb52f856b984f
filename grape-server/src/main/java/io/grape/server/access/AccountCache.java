package io.grape.server.access;

import io.grape.core.GrapeException;
import io.grape.core.access.AccountKind;
import io.grape.core.access.Accounts;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The users and tokens as this broker knows them, in memory: a call with a token asks Redis nothing, and goes on while Redis is
 * away. The number of the last change is asked for each second; what a failover took back is noticed by a look each minute. Where
 * tokens expire, Redis is asked for the time as well, which goes on by this machine's clock until the next look.
 */
final class AccountCache {
    private static final Logger LOG = LoggerFactory.getLogger(AccountCache.class);
    private static final int CHECKS_ANYWAY = 60;
    private static final String PREFIX = "grape_";

    private final Accounts accounts;
    private final AtomicBoolean looking = new AtomicBoolean();
    private volatile Known known = new Known(-1, Map.of(), Map.of());
    private volatile Read clock = new Read(Instant.EPOCH, System.nanoTime());
    private int looks;

    private record Known(long version, Map<String, Member<User>> users, Map<String, Member<Token>> tokens) {
        boolean expires() {
            return tokens.values().stream().anyMatch(token -> token.who.expiresAt() != null);
        }
    }

    /** What Redis's clock said, and when that was. */
    private record Read(Instant time, long nanos) {
        Instant now() {
            return time.plusNanos(System.nanoTime() - nanos);
        }
    }

    /** Somebody who is known, with what he may. */
    record Member<T>(T who, Principal principal) {}

    AccountCache(Accounts accounts) {
        this.accounts = accounts;
    }

    boolean isEmpty() {
        return known.users.isEmpty() && known.tokens.isEmpty();
    }

    Optional<Member<User>> user(String name) {
        return Optional.ofNullable(known.users.get(name));
    }

    /** Who shows this token, null when it is none that is known, or has expired. */
    @Nullable
    Principal token(String text) {
        int end = text.indexOf('_', PREFIX.length());
        if (!text.startsWith(PREFIX) || end < 0) {
            return null;
        }
        Member<Token> member = known.tokens.get(text.substring(PREFIX.length(), end));
        if (member == null || !SecretTokens.isSame(member.who.secret(), SecretTokens.sha256(text.substring(end + 1)))) {
            return null;
        }
        return member.who.hasExpired(clock.now()) ? null : member.principal;
    }

    /** The token of an id or a name; fails with BAD_REQUEST where there is not one. */
    Principal named(String idOrName) {
        List<Principal> found = known.tokens.values().stream()
                .filter(token ->
                        token.who.id().equals(idOrName) || token.who.name().equals(idOrName))
                .filter(token -> !token.who.hasExpired(clock.now()))
                .map(Member::principal)
                .toList();
        if (found.size() != 1) {
            throw GrapeException.badValue(
                    "beanstalkd-token",
                    "the name or id of one token (./grape token list)",
                    found.size() + " of '" + idOrName + "'");
        }
        return found.get(0);
    }

    /** True while somebody who was let in would be let in again, and may the same. */
    boolean holds(Principal who) {
        return switch (who.kind()) {
            case TOKEN -> holds(known.tokens.get(who.id()), who);
            case USER -> {
                Member<User> user = known.users.get(who.name());
                yield user != null && user.principal.equals(who);
            }
            case ANONYMOUS -> true;
        };
    }

    private boolean holds(@Nullable Member<Token> token, Principal who) {
        return token != null && token.principal.equals(who) && !token.who.hasExpired(clock.now());
    }

    static String text(String id, String secret) {
        return PREFIX + id + "_" + secret;
    }

    /** Looks whether something was changed; never at the same time as another look. */
    void look() {
        if (looking.compareAndSet(false, true)) {
            looks++;
            boolean anyway = looks % CHECKS_ANYWAY == 0;
            refresh(anyway)
                    .thenCompose(read -> known.expires() ? readClock() : CompletableFuture.completedStage(null))
                    .whenComplete((done, failure) -> {
                        looking.set(false);
                        if (failure != null) {
                            LOG.debug("users and tokens could not be looked at, the known ones go on", failure);
                        }
                    });
        }
    }

    /** Reads them all where something was changed since they were read. */
    CompletionStage<Void> refresh(boolean anyway) {
        return accounts.version()
                .thenCompose(
                        now -> anyway || now != known.version ? load(now) : CompletableFuture.completedStage(null));
    }

    /** Reads them all. */
    CompletionStage<Void> load() {
        return accounts.version().thenCompose(this::load);
    }

    /** What is changed while this reads has a later version, and is read by the next look. */
    private CompletionStage<Void> load(long version) {
        return accounts.all(AccountKind.USERS)
                .thenCombine(
                        accounts.all(AccountKind.TOKENS),
                        (users, tokens) -> new Known(version, users(users), tokens(tokens)))
                .thenCompose(read -> readClock().thenAccept(clocked -> known = read));
    }

    private CompletionStage<Void> readClock() {
        return accounts.now().thenAccept(time -> clock = new Read(time, System.nanoTime()));
    }

    private static Map<String, Member<User>> users(Map<String, String> texts) {
        Map<String, Member<User>> users = new HashMap<>();
        texts.forEach((name, text) -> StoredAccounts.user(name, text)
                .ifPresent(user -> users.put(name, new Member<>(user, user.principal()))));
        return Map.copyOf(users);
    }

    private static Map<String, Member<Token>> tokens(Map<String, String> texts) {
        Map<String, Member<Token>> tokens = new HashMap<>();
        texts.forEach((id, text) -> StoredAccounts.token(id, text)
                .ifPresent(token -> tokens.put(id, new Member<>(token, token.principal()))));
        return Map.copyOf(tokens);
    }
}
