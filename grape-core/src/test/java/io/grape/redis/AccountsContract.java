package io.grape.redis;

import static io.grape.core.ContractSteps.get;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.grape.core.ErrorCode;
import io.grape.core.access.AccountKind;
import io.grape.core.access.Accounts;
import io.grape.core.access.AuditEntry;
import io.grape.core.access.AuditOrigin;
import io.grape.core.access.AuditPage;
import io.grape.core.access.AuditRetention;
import io.grape.core.access.AuditSubject;
import io.grape.core.access.LoginAttempt;
import io.grape.core.access.LoginLimit;
import io.grape.core.access.SessionLifetime;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Users, sessions, tries and the audit log, on every shape of Redis. */
interface AccountsContract extends StoreContract {
    Duration LONG_ENOUGH = Duration.ofHours(1);
    Duration PATIENCE = Duration.ofMinutes(1);

    private Accounts accounts() {
        return store().accounts();
    }

    private String named(String name) {
        return tube() + "/" + name;
    }

    @Test
    default void aChangeOfWhatIsNotThereAnyMoreIsRefused() {
        String ann = named("ann");
        long before = get(accounts().version());
        assertThat(get(accounts().change(AccountKind.USERS, ann, null, "1"))).isTrue();
        assertThat(get(accounts().change(AccountKind.USERS, ann, null, "2"))).isFalse();
        assertThat(get(accounts().change(AccountKind.USERS, ann, "2", "3"))).isFalse();
        assertThat(get(accounts().all(AccountKind.USERS))).containsEntry(ann, "1");
        assertThat(get(accounts().find(AccountKind.TOKENS, ann))).isEmpty();
        assertThat(get(accounts().change(AccountKind.USERS, ann, "1", null))).isTrue();
        assertThat(get(accounts().find(AccountKind.USERS, ann))).isEmpty();
        assertThat(get(accounts().version())).isEqualTo(before + 2);
    }

    @Test
    default void aChangeOfAllThatAreThereIsRefusedWhereAnyOfThemWasChanged() {
        String ann = named("ann");
        String bob = named("bob");
        long before = get(accounts().version());
        get(accounts().change(AccountKind.USERS, ann, null, "1"));
        assertThat(get(accounts().changeAt(before, AccountKind.USERS, bob, null, "1")))
                .isFalse();
        assertThat(get(accounts().find(AccountKind.USERS, bob))).isEmpty();
        assertThat(get(accounts().changeAt(before + 1, AccountKind.USERS, bob, null, "1")))
                .isTrue();
        assertThat(get(accounts().changeAt(before + 2, AccountKind.USERS, bob, "2", null)))
                .isFalse();
    }

    @Test
    default void aSessionIsThereUntilItIsEnded() {
        SessionLifetime life = new SessionLifetime(LONG_ENOUGH, LONG_ENOUGH);
        String session = named("s");
        get(accounts().open(session, "ann", life));
        assertThat(get(accounts().session(session, life))).contains("ann");
        get(accounts().end(session));
        assertThat(get(accounts().session(session, life))).isEmpty();
    }

    @Test
    default void aSessionEndsAlsoWhileItIsUsedAllTheTime() {
        SessionLifetime life = new SessionLifetime(LONG_ENOUGH, Duration.ofMillis(500));
        String session = named("s");
        get(accounts().open(session, "ann", life));
        await().atMost(PATIENCE)
                .until(() -> get(accounts().session(session, life)).isEmpty());
        assertThat(get(accounts().session(session, new SessionLifetime(LONG_ENOUGH, LONG_ENOUGH))))
                .isEmpty();
    }

    private LoginAttempt attempt(String address, LoginLimit... bounds) {
        return new LoginAttempt(named("ann"), address, List.of(bounds), LONG_ENOUGH, LONG_ENOUGH);
    }

    @Test
    default void triesAreCountedUntilABoundIsReachedAndGivenBackWhenOneGoesWell() {
        LoginAttempt attempt = attempt("10.0.0.1", new LoginLimit(named("pair"), 2), new LoginLimit(named("name"), 3));
        LoginAttempt other = attempt("10.0.0.2", new LoginLimit(named("other"), 2), new LoginLimit(named("name"), 3));
        assertThat(get(accounts().attempt(attempt))).isZero();
        assertThat(get(accounts().attempt(attempt))).isZero();
        assertThat(get(accounts().attempt(attempt))).isPositive().isLessThanOrEqualTo(LONG_ENOUGH);
        get(accounts().succeeded(attempt));
        assertThat(get(accounts().attempt(other))).isZero();
        assertThat(get(accounts().attempt(other))).isZero();
        assertThat(get(accounts().attempt(other))).as("of the name").isPositive();
    }

    @Test
    default void whatOthersUsedUpDoesNotHoldForAnAddressThatIsKnown() {
        LoginAttempt mine = attempt("10.0.0.1", new LoginLimit(named("pair"), 2), new LoginLimit(named("name"), 3));
        LoginAttempt other = attempt("10.0.0.2", new LoginLimit(named("other"), 9), new LoginLimit(named("name"), 3));
        get(accounts().attempt(mine));
        get(accounts().succeeded(mine));
        for (int i = 0; i < 3; i++) {
            assertThat(get(accounts().attempt(other))).isZero();
        }
        assertThat(get(accounts().attempt(other))).isPositive();
        assertThat(get(accounts().attempt(mine))).isZero();
        assertThat(get(accounts().attempt(mine))).isZero();
        assertThat(get(accounts().attempt(mine))).as("its own bound").isPositive();
        List<LoginLimit> bounds = List.of(new LoginLimit(named("fresh"), 2), new LoginLimit(named("name"), 3));
        LoginAttempt forgotten = new LoginAttempt(named("ann"), "10.0.0.1", bounds, LONG_ENOUGH, Duration.ZERO);
        assertThat(get(accounts().attempt(forgotten))).isPositive();
    }

    @Test
    default void onlyTheNewestAddressesAreKnown() {
        for (int i = 0; i < 21; i++) {
            LoginAttempt one =
                    attempt("10.0.1." + i, new LoginLimit(named("pair" + i), 9), new LoginLimit(named("name"), 1));
            get(accounts().attempt(one));
            get(accounts().succeeded(one));
        }
        get(accounts().attempt(attempt("10.0.1.20", new LoginLimit(named("p"), 9), new LoginLimit(named("name"), 1))));
        assertThat(get(accounts()
                        .attempt(attempt("10.0.1.0", new LoginLimit(named("q"), 9), new LoginLimit(named("name"), 1)))))
                .isPositive();
        assertThat(get(accounts()
                        .attempt(
                                attempt("10.0.1.20", new LoginLimit(named("p"), 9), new LoginLimit(named("name"), 1)))))
                .isZero();
    }

    @Test
    default void theEndOfAnActTakesThePlaceOfItsBeginning() {
        AuditSubject subject = new AuditSubject(tube().value(), "", "");
        AuditEntry begun =
                new AuditEntry("ann", "tube.pause", subject, AuditEntry.BEGUN, new AuditOrigin(named("r"), "::1"));
        String first = get(store().audit().write(begun, null));
        String second = get(store().audit().write(begun.outcome(AuditEntry.OK), first));
        String third = get(store().audit().write(begun.outcome(AuditEntry.DENIED), null));

        AuditPage page = get(store().audit().read(null, 2));
        assertThat(page.entries()).extracting(AuditRetention::id).containsExactly(third, second);
        assertThat(page.entries().get(1).entry()).isEqualTo(begun.outcome(AuditEntry.OK));
        assertThat(get(store().audit().read(second, 10)).entries())
                .extracting(AuditRetention::id)
                .doesNotContain(first, second, third);
    }

    @Test
    default void whatIsRefusedHasRoomOfItsOwnAndDropsNothingThatWasDone() {
        AuditSubject subject = new AuditSubject(tube().value(), "", "");
        AuditEntry begun =
                new AuditEntry("eve", "user.put", subject, AuditEntry.BEGUN, new AuditOrigin(named("r"), "::1"));
        String done = get(store().audit().write(begun.outcome(AuditEntry.OK), null));
        String first = get(store().audit().write(begun, null));
        String denied = get(store().audit().write(begun.outcome(AuditEntry.DENIED), first));
        String login = get(store().audit().write(begun.outcome(AuditEntry.failed(ErrorCode.UNAUTHENTICATED)), null));
        String later = get(store().audit().write(begun.outcome(AuditEntry.OK), null));

        assertThat(get(store().audit().read(null, 4)).entries())
                .extracting(AuditRetention::id)
                .containsExactly(later, login, denied, done);
        assertThat(get(store().audit().read(login, 1)).entries())
                .extracting(AuditRetention::id)
                .containsExactly(denied);
        assertThat(begun.outcome(AuditEntry.failed(ErrorCode.JOB_NOT_FOUND)).isRefused())
                .isTrue();
        assertThat(begun.outcome(AuditEntry.failed(ErrorCode.QUOTA_EXCEEDED)).isRefused())
                .isTrue();
        assertThat(begun.outcome(AuditEntry.failed(ErrorCode.STORE_UNAVAILABLE)).isRefused())
                .isFalse();
    }
}
