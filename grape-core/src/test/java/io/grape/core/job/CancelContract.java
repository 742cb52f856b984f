package io.grape.core.job;

import static io.grape.core.ContractSteps.acknowledgement;
import static io.grape.core.ContractSteps.assertFails;
import static io.grape.core.ContractSteps.get;
import static io.grape.core.ContractSteps.id;
import static io.grape.core.ContractSteps.job;
import static org.assertj.core.api.Assertions.assertThat;

import io.grape.core.ContractSteps;
import io.grape.core.ErrorCode;
import io.grape.core.JobState;
import io.grape.core.TubeCounter;
import io.grape.core.Verb;
import io.grape.core.tube.RetrySettings;
import io.grape.core.tube.TubeSettings;
import io.grape.core.tube.TubeSettingsChange;
import java.time.Duration;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The consumer that has a job is asked to stop. */
public interface CancelContract extends ContractSteps {
    private Acknowledged cancel(String id, String reason) {
        return get(broker().cancel(tube(), id(id), reason));
    }

    private Job brief(String id) {
        return handOut(job(id).ttr(Duration.ofSeconds(10)));
    }

    @Test
    default void itsTouchesSayItAndTheLeaseGoesOn() {
        timeIs(T0);
        Job held = brief("a");
        assertThat(touch(held).cancelled()).isNull();
        timeIs(T0.plusSeconds(1));
        Cancellation wish = new Cancellation(T0.plusSeconds(1), "the order is gone");
        assertThat(cancel("a", wish.reason()))
                .isEqualTo(new Acknowledged(
                        id("a"), JobState.RETAINED, null, T0.plusSeconds(10), wish, T0.plusSeconds(1)));
        timeIs(T0.plusSeconds(2));
        assertThat(touch(held).cancelled()).isEqualTo(wish);
        assertThat(touch(held).cancelled()).isEqualTo(wish);
        assertThat(peek("a").work().cancelled()).isEqualTo(wish);
        assertThat(peek("a").leaseUntil()).isEqualTo(T0.plusSeconds(12));
        finish(held);
        assertGone("a");
    }

    @Test
    default void aSecondCancelChangesNothing() {
        timeIs(T0);
        Job held = brief("a");
        cancel("a", "first");
        timeIs(T0.plusSeconds(1));
        assertThat(cancel("a", "second").cancelled()).isEqualTo(new Cancellation(T0, "first"));
        assertThat(touch(held).cancelled()).isEqualTo(new Cancellation(T0, "first"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "the order is gone", "订单取消"})
    default void whenItsLeaseRunsOutItFailsWithTheReason(String reason) {
        timeIs(T0);
        get(tubes().create(tube(), TubeSettings.DEFAULT));
        get(tubes().configure(tube(), TubeSettingsChange.of(new RetrySettings(HOUR, HOUR, 1, 0))));
        Job held = brief("a");
        cancel("a", reason);
        timeIs(T0.plusSeconds(11));
        expireLeases();
        Job failed = peek("a");
        assertThat(failed.state()).isEqualTo(JobState.FAILED);
        assertThat(failed.reason()).isEqualTo(reason.isEmpty() ? "cancelled" : reason);
        assertThat(failed.failedAt()).isEqualTo(T0.plusSeconds(10));
        assertThat(failed.work().cancelled()).isNull();
        assertThat(describe().total(TubeCounter.EXPIRED)).isEqualTo(1);
        assertThat(describe().total(TubeCounter.BURIED)).isEqualTo(1);
        finish(held);
        assertGone("a");
    }

    @ParameterizedTest
    @EnumSource(names = {"RELEASE", "BURY", "HANDBACK"})
    default void itEndsAsUsualAndTheNextDeliveryIsNotCancelled(Verb verb) {
        Job held = handOut(job("a"));
        cancel("a", "stop");
        acknowledge(acknowledgement(verb, held.id(), held.requireLease())).get();
        Job again = take("a");
        assertThat(again.work()).isEqualTo(JobWork.NONE);
        assertThat(touch(again).cancelled()).isNull();
        cancel("a", "stop again");
        assertThat(Objects.requireNonNull(touch(again).cancelled()).reason()).isEqualTo("stop again");
    }

    @Test
    default void aConsumeThatMeetsItsLeaseDoesNotDeliverIt() {
        timeIs(T0);
        brief("a");
        cancel("a", "stop");
        timeIs(T0.plusSeconds(10));
        assertThat(consume(1)).isEmpty();
        assertThat(stateOf("a")).isEqualTo(JobState.FAILED);
    }

    @Test
    default void aJobThatNobodyHoldsIsNotCancelled() {
        timeIs(T0);
        assertFails(broker().cancel(tube(), id("a"), ""), ErrorCode.TUBE_NOT_FOUND);
        brief("a");
        assertFails(broker().cancel(tube(), id("b"), ""), ErrorCode.JOB_NOT_FOUND);
        timeIs(T0.plusSeconds(10));
        assertFails(broker().cancel(tube(), id("a"), ""), ErrorCode.WRONG_STATE);
        expireLeases();
        assertFails(broker().cancel(tube(), id("a"), ""), ErrorCode.WRONG_STATE);
        assertThat(touch(consume()).cancelled()).isNull();
    }

    @Test
    default void theReasonIsBounded() {
        handOut(job("a"));
        assertFails(broker().cancel(tube(), id("a"), "葡".repeat(201)), ErrorCode.BAD_REQUEST);
        assertThat(Objects.requireNonNull(cancel("a", "葡".repeat(200)).cancelled())
                        .reason())
                .hasSize(200);
    }

    @Test
    default void itsExplanationSaysIt() {
        handOut(job("a"));
        cancel("a", "stop");
        Explanation why = get(broker().explain(tube(), id("a")));
        assertThat(why.reason()).isEqualTo(ExplanationReason.RETAINED);
        assertThat(why.detail()).endsWith(", and is asked to stop");
        assertThat(Objects.requireNonNull(why.work().cancelled()).reason()).isEqualTo("stop");
    }
}
