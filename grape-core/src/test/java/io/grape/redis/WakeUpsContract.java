package io.grape.redis;

import static io.grape.catalog.TubeFields.MAX_ATTEMPTS;
import static io.grape.catalog.TubeFields.TTR;
import static io.grape.core.ContractSteps.delayed;
import static io.grape.core.ContractSteps.get;
import static io.grape.core.ContractSteps.id;
import static io.grape.core.ContractSteps.job;
import static org.assertj.core.api.Assertions.assertThat;

import io.grape.core.JobState;
import io.grape.core.job.Acknowledgement;
import io.grape.core.job.Job;
import io.grape.core.tube.TubeLimits;
import io.grape.core.tube.TubeSettings;
import io.grape.core.tube.TubeSettingsChange;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Who waits hears of every job that becomes ready, at whichever broker; who does not wait costs nothing. */
interface WakeUpsContract extends StoreContract {
    /** What makes a job ready. */
    enum Cause {
        PRODUCE,
        RELEASE,
        KICK,
        KICK_MANY,
        RESUME,
        HAND_BACK,
        EXPIRE
    }

    /** Hints of this tube, as another broker hears them. */
    private BlockingQueue<Duration> listen() {
        BlockingQueue<Duration> heard = new LinkedBlockingQueue<>();
        get(anotherStore(Duration.ofDays(1))
                .wakeUps()
                .subscribe(
                        (name, in) -> {
                            if (name.equals(tube())) {
                                heard.add(in);
                            }
                        },
                        () -> {}));
        return heard;
    }

    private void park() {
        assertThat(get(broker().consume(tube(), 1000, Duration.ofSeconds(30)))
                        .jobs()
                        .size())
                .isLessThan(1000);
    }

    private static Duration next(BlockingQueue<Duration> heard) {
        try {
            Duration hint = heard.poll(20, TimeUnit.SECONDS);
            assertThat(hint).as("a hint").isNotNull();
            return hint == null ? Duration.ZERO : hint;
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    @ParameterizedTest
    @EnumSource(Cause.class)
    default void whoWaitsHearsOfAJobThatBecomesReady(Cause cause) {
        timeIs(T0);
        create(TubeSettings.DEFAULT);
        Job held = handOut(job("held").ttr(Duration.ofSeconds(5)));
        make("failed", JobState.FAILED);
        BlockingQueue<Duration> heard = listen();
        park();
        assertThat(heard).isEmpty();
        switch (cause) {
            case PRODUCE -> produce("new");
            case RELEASE -> release(held, Duration.ZERO);
            case KICK -> kick("failed", Duration.ZERO);
            case KICK_MANY -> kick(1);
            case RESUME -> get(tubes().resume(tube()));
            case HAND_BACK -> get(broker().handBack(tube(), List.of(held)));
            case EXPIRE -> {
                timeIs(T0.plusSeconds(5));
                expireLeases();
            }
        }
        assertThat(next(heard)).isZero();
    }

    @Test
    default void whoWaitsHearsWhenADelayedJobWillBeReady() {
        timeIs(T0);
        create(TubeSettings.DEFAULT);
        BlockingQueue<Duration> heard = listen();
        park();
        produce(delayed("new", Duration.ofSeconds(3)));
        assertThat(next(heard)).isEqualTo(Duration.ofSeconds(3));
        acknowledgeAfterHandOut();
        assertThat(next(heard)).isZero();
        assertThat(next(heard)).isEqualTo(Duration.ofSeconds(4));
    }

    /** The first, a shorter one and a longer one; one without an end says nothing. */
    @Test
    default void whoWaitsHearsWhenAPauseEnds() {
        timeIs(T0);
        create(TubeSettings.DEFAULT);
        BlockingQueue<Duration> heard = listen();
        park();
        for (long seconds : List.of(8, 3, 9)) {
            get(tubes().pause(tube(), Duration.ofSeconds(seconds), "short"));
            assertThat(next(heard)).isEqualTo(Duration.ofSeconds(seconds));
        }
        get(tubes().pause(tube(), null, "until resumed"));
        get(tubes().resume(tube()));
        assertThat(next(heard)).isZero();
        assertThat(heard).isEmpty();
    }

    /** What ends a lease without making a job ready. */
    enum Ending {
        FINISH,
        BURY,
        RELEASE_LATER,
        HAND_BACK_LATER,
        DELETE,
        OTHER_LIMITS
    }

    @ParameterizedTest
    @EnumSource(Ending.class)
    default void whoWaitsForALimitHearsOfALeaseThatEnds(Ending ending) {
        timeIs(T0);
        create(TubeSettings.DEFAULT
                .with(TTR, Duration.ofSeconds(60))
                .with(MAX_ATTEMPTS, 20)
                .with(new TubeLimits(1, null, null, null, null)));
        produceAll(job("held"), job("waits"));
        Job held = consume(2).get(0);
        BlockingQueue<Duration> heard = listen();
        park();
        assertThat(heard).isEmpty();
        switch (ending) {
            case FINISH -> finish(held);
            case BURY -> bury(held, "broken");
            case RELEASE_LATER -> release(held, HOUR);
            case HAND_BACK_LATER ->
                get(broker().acknowledge(
                                tube(), List.of(new Acknowledgement.HandBack(held.id(), held.requireLease(), HOUR))));
            case DELETE -> get(broker().delete(tube(), held.id(), true));
            case OTHER_LIMITS -> get(tubes().configure(tube(), TubeSettingsChange.of(TubeLimits.NONE)));
        }
        Duration hint = next(heard);
        assertThat(hint.isZero() ? hint : next(heard)).isZero();
        assertThat(consume(1)).hasSize(1);
    }

    private void acknowledgeAfterHandOut() {
        release(handOut(job("other")), Duration.ofSeconds(4));
    }

    /** The one that took a job ended the leases of both; no migration will find the other. */
    @Test
    default void whoWaitsHearsOfALeaseThatRanOutWhenAnotherConsumerWasFirst() {
        timeIs(T0);
        create(TubeSettings.DEFAULT);
        handOut(job("one").ttr(Duration.ofSeconds(5)));
        handOut(job("two").ttr(Duration.ofSeconds(5)));
        BlockingQueue<Duration> heard = listen();
        park();
        timeIs(T0.plusSeconds(5));
        assertThat(consume(1)).extracting(Job::id).containsExactly(id("one"));
        assertThat(next(heard)).isZero();
    }

    @Test
    default void whoWaitsForATubeThatIsNotThereHearsOfItsMaking() {
        BlockingQueue<Duration> heard = listen();
        park();
        create(TubeSettings.DEFAULT);
        assertThat(next(heard)).isZero();
    }

    /** Hints come in the order they were sent: one that comes after those of the other jobs shows that there were none. */
    @Test
    default void nothingIsSaidWhileNobodyWaits() {
        timeIs(T0);
        create(TubeSettings.DEFAULT);
        BlockingQueue<Duration> heard = listen();
        produce("unheard");
        assertThat(consume(1)).extracting(Job::id).containsExactly(id("unheard"));
        park();
        timeIs(T0.plusSeconds(61));
        produce(delayed("unheard-too", Duration.ofSeconds(7)));
        park();
        produce(delayed("heard", Duration.ofSeconds(9)));
        assertThat(next(heard)).isEqualTo(Duration.ofSeconds(9));
    }
}
