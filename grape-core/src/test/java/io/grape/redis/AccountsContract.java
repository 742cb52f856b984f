package io.grape.redis;

import static io.grape.core.ContractSteps.get;
import static org.assertj.core.api.Assertions.assertThat;

import io.grape.core.Accounts;
import io.grape.core.Accounts.Bound;
import io.grape.core.Accounts.Kind;
import io.grape.core.AuditEntry;
import io.grape.core.AuditPage;
import io.grape.core.ErrorCode;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Users, sessions, tries and the audit log, on every shape of Redis. */
interface AccountsContract extends StoreContract {
    Duration LONG_ENOUGH = Duration.ofHours(1);

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
        assertThat(get(accounts().change(Kind.USERS, ann, null, "1"))).isTrue();
        assertThat(get(accounts().change(Kind.USERS, ann, null, "2"))).isFalse();
        assertThat(get(accounts().change(Kind.USERS, ann, "2", "3"))).isFalse();
        assertThat(get(accounts().all(Kind.USERS))).containsEntry(ann, "1");
        assertThat(get(accounts().find(Kind.TOKENS, ann))).isEmpty();
        assertThat(get(accounts().change(Kind.USERS, ann, "1", null))).isTrue();
        assertThat(get(accounts().find(Kind.USERS, ann))).isEmpty();
        assertThat(get(accounts().version())).isEqualTo(before + 2);
    }

    @Test
    default void aSessionIsThereUntilItIsEnded() {
        String session = named("s");
        get(accounts().open(session, "ann", LONG_ENOUGH));
        assertThat(get(accounts().session(session, LONG_ENOUGH))).contains("ann");
        get(accounts().end(session));
        assertThat(get(accounts().session(session, LONG_ENOUGH))).isEmpty();
    }

    @Test
    default void triesAreCountedUntilABoundIsReachedAndGivenBackWhenOneGoesWell() {
        List<Bound> bounds = List.of(new Bound(named("pair"), 2), new Bound(named("name"), 3));
        assertThat(get(accounts().attempt(bounds, LONG_ENOUGH))).isZero();
        assertThat(get(accounts().attempt(bounds, LONG_ENOUGH))).isZero();
        assertThat(get(accounts().attempt(bounds, LONG_ENOUGH))).isPositive().isLessThanOrEqualTo(LONG_ENOUGH);
        get(accounts().succeeded(bounds));
        assertThat(get(accounts().attempt(bounds, LONG_ENOUGH))).isZero();
        assertThat(get(accounts().attempt(bounds, LONG_ENOUGH))).isZero();
        assertThat(get(accounts().attempt(bounds, LONG_ENOUGH)))
                .as("of the name")
                .isPositive();
    }

    @Test
    default void theEndOfAnActTakesThePlaceOfItsBeginning() {
        AuditEntry.Subject subject = new AuditEntry.Subject(tube().value(), "", "");
        AuditEntry begun = new AuditEntry(
                "ann", "tube.pause", subject, AuditEntry.BEGUN, new AuditEntry.Origin(named("r"), "::1"));
        String first = get(store().audit().write(begun, null));
        String second = get(store().audit().write(begun.outcome(AuditEntry.OK), first));
        String third = get(store().audit().write(begun.outcome(AuditEntry.DENIED), null));

        AuditPage page = get(store().audit().read(null, 2));
        assertThat(page.entries()).extracting(AuditPage.Kept::id).containsExactly(third, second);
        assertThat(page.entries().get(1).entry()).isEqualTo(begun.outcome(AuditEntry.OK));
        assertThat(get(store().audit().read(second, 10)).entries())
                .extracting(AuditPage.Kept::id)
                .doesNotContain(first, second, third);
    }

    @Test
    default void whatIsRefusedHasRoomOfItsOwnAndDropsNothingThatWasDone() {
        AuditEntry.Subject subject = new AuditEntry.Subject(tube().value(), "", "");
        AuditEntry begun =
                new AuditEntry("eve", "user.put", subject, AuditEntry.BEGUN, new AuditEntry.Origin(named("r"), "::1"));
        String done = get(store().audit().write(begun.outcome(AuditEntry.OK), null));
        String first = get(store().audit().write(begun, null));
        String denied = get(store().audit().write(begun.outcome(AuditEntry.DENIED), first));
        String login = get(store().audit().write(begun.outcome(AuditEntry.failed(ErrorCode.UNAUTHENTICATED)), null));
        String later = get(store().audit().write(begun.outcome(AuditEntry.OK), null));

        assertThat(get(store().audit().read(null, 4)).entries())
                .extracting(AuditPage.Kept::id)
                .containsExactly(later, login, denied, done);
        assertThat(get(store().audit().read(login, 1)).entries())
                .extracting(AuditPage.Kept::id)
                .containsExactly(denied);
        assertThat(begun.outcome(AuditEntry.failed(ErrorCode.JOB_NOT_FOUND)).isRefused())
                .isTrue();
        assertThat(begun.outcome(AuditEntry.failed(ErrorCode.QUOTA_EXCEEDED)).isRefused())
                .isTrue();
        assertThat(begun.outcome(AuditEntry.failed(ErrorCode.STORE_UNAVAILABLE)).isRefused())
                .isFalse();
    }
}
