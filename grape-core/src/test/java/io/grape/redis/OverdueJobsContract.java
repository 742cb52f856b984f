package io.grape.redis;

import static io.grape.catalog.TubeFields.EXPIRES_AFTER;
import static io.grape.catalog.TubeFields.EXPIRE_TO;
import static io.grape.catalog.TubeFields.MAX_ATTEMPTS;
import static io.grape.catalog.TubeFields.TTR;
import static io.grape.core.ContractSteps.delayed;
import static io.grape.core.ContractSteps.get;
import static io.grape.core.ContractSteps.id;
import static io.grape.core.ContractSteps.ids;
import static io.grape.core.ContractSteps.job;
import static io.grape.redis.GateSteps.keyed;
import static io.grape.redis.GateSteps.labelled;
import static org.assertj.core.api.Assertions.assertThat;

import io.grape.core.JobState;
import io.grape.core.TubeCounter;
import io.grape.core.gate.GateMatch;
import io.grape.core.gate.GateMode;
import io.grape.core.job.Expiry;
import io.grape.core.job.JobEventType;
import io.grape.core.job.NewJob;
import io.grape.core.tube.ExpireTo;
import io.grape.core.tube.TubeLimits;
import io.grape.core.tube.TubeSettings;
import io.grape.core.tube.TubeSettingsChange;
import java.time.Duration;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Jobs that were not begun in time: in which layout they are kept, when they are looked for, and beside keys, gates and limits. */
interface OverdueJobsContract extends GateSteps {
    /** A field of the tube's hash. */
    String fieldOfTheTube(String name);

    private static NewJob brief(NewJob job) {
        return job.expiry(Expiry.after(Duration.ofMinutes(1)));
    }

    private void expireIn(Duration time, ExpireTo to) {
        get(tubes().configure(tube(), TubeSettingsChange.of(EXPIRES_AFTER, time).and(EXPIRE_TO, to.wireName())));
    }

    private boolean hasExpiry() {
        return keysOfTheTube().stream().anyMatch(key -> key.endsWith("}:expiry"));
    }

    @Test
    default void theLayoutIsTheFourthWhileJobsMayExpire() {
        timeIs(T0);
        create(TubeSettings.DEFAULT);
        assertThat(fieldOfTheTube("version")).isEqualTo("1");
        produce(brief(job("a")));
        assertThat(fieldOfTheTube("version")).isEqualTo("4");
        assertThat(fieldOfTheTube("expiry")).isEqualTo("0");
        assertThat(hasExpiry()).isTrue();
        consume();
        assertThat(hasExpiry()).isFalse();
        expireLeases();
        assertThat(fieldOfTheTube("version")).isEqualTo("1");
        expireIn(Duration.ofMinutes(1), ExpireTo.DROP);
        assertThat(fieldOfTheTube("version")).isEqualTo("4");
        expireLeases();
        assertThat(fieldOfTheTube("version")).isEqualTo("4");
        produce("b");
        expireIn(Duration.ZERO, ExpireTo.DROP);
        assertThat(fieldOfTheTube("version")).isEqualTo("4");
        get(broker().delete(tube(), id("b"), false));
        expireLeases();
        assertThat(fieldOfTheTube("version")).isEqualTo("1");
    }

    @Test
    default void aLookTellsWhenTheNextOneExpires() {
        timeIs(T0);
        produceAll(brief(job("a")), brief(delayed("b", Duration.ofSeconds(1))));
        assertThat(expireLeases().next()).isEqualTo(Duration.ofMinutes(1));
        timeIs(T0.plusSeconds(60).minusMillis(1));
        assertThat(expireLeases().next()).as("not each by itself").isEqualTo(Duration.ofSeconds(1));
        timeIs(T0.plusSeconds(61));
        assertThat(expireLeases().next()).isNull();
        assertThat(total(TubeCounter.EXPIRED_UNSTARTED)).isEqualTo(2);
        assertBalanced();
    }

    @Test
    default void aLookEndsAHundredAtMost() {
        timeIs(T0);
        produceAll(IntStream.range(0, 150).mapToObj(i -> brief(job("j" + i))).toArray(NewJob[]::new));
        timeIs(T0.plusSeconds(60));
        assertThat(expireLeases().next()).isEqualTo(Duration.ZERO);
        assertThat(total(TubeCounter.EXPIRED_UNSTARTED)).isEqualTo(100);
        assertThat(expireLeases().next()).isNull();
        assertThat(total(TubeCounter.EXPIRED_UNSTARTED)).isEqualTo(150);
    }

    @Test
    default void theHistoryOfABuriedOneSaysSo() {
        timeIs(T0);
        create(TubeSettings.DEFAULT);
        expireIn(Duration.ofMinutes(1), ExpireTo.BURY);
        produceAll(job("delivered"), job("swept"));
        get(tubes().pause(tube(), null, ""));
        timeIs(T0.plusSeconds(60));
        expireLeases();
        assertThat(peek("swept").failedAt()).isEqualTo(T0.plusSeconds(60));
        assertThat(history("swept")).containsExactly(JobEventType.PRODUCED, JobEventType.EXPIRED_UNSTARTED);
        kick("swept", Duration.ZERO);
        get(tubes().resume(tube()));
        assertThat(ids(consume(10))).containsExactly("swept");
        assertBalanced();
    }

    @Test
    default void jobsThatAGateHoldsExpire() {
        timeIs(T0);
        produceAll(brief(labelled("a", "eu")), brief(labelled("b", "eu")), labelled("c", "eu"));
        put("wall", GateMatch.label("eu"), GateMode.HOLD);
        assertThat(consume(10)).isEmpty();
        assertThat(stateOf("a")).isEqualTo(JobState.GATED);
        timeIs(T0.plusSeconds(60));
        expireIn(Duration.ZERO, ExpireTo.BURY);
        expireLeases();
        assertThat(stateOf("a")).isEqualTo(JobState.FAILED);
        lift("wall");
        assertThat(ids(consume(10))).containsExactly("c");
        kick("a", Duration.ZERO);
        assertThat(ids(consume(10))).containsExactly("a");
        assertBalanced();
    }

    @Test
    default void oneThatAGateBuriedDoesNotExpire() {
        timeIs(T0);
        produceAll(brief(labelled("a", "eu")));
        put("stop", GateMatch.label("eu"), GateMode.BURY);
        assertThat(consume(10)).isEmpty();
        assertThat(hasExpiry()).isFalse();
        lift("stop");
        timeIs(T0.plusSeconds(60));
        expireLeases();
        kick("a", Duration.ZERO);
        assertThat(ids(consume(10))).containsExactly("a");
    }

    @Test
    default void oneThatAGateDropsIsForgotten() {
        timeIs(T0);
        produceAll(brief(labelled("a", "eu")), brief(job("b")));
        put("purge", GateMatch.label("eu"), GateMode.DROP);
        assertThat(ids(consume(10))).containsExactly("b");
        assertThat(total(TubeCounter.DROPPED)).isEqualTo(1);
        assertThat(hasExpiry()).isFalse();
        assertBalanced();
    }

    @Test
    default void jobsOfKeysExpire() {
        share(FAIR);
        timeIs(T0);
        produceAll(IntStream.range(0, 120)
                .mapToObj(i -> brief(keyed("a-" + i, "a")))
                .toArray(NewJob[]::new));
        produceAll(keyed("a-last", "a"), brief(keyed("b", "b")), keyed("c", "c"));
        timeIs(T0.plusSeconds(60));
        assertThat(ids(consume(10))).containsExactlyInAnyOrder("a-last", "c");
        assertThat(total(TubeCounter.EXPIRED_UNSTARTED)).isEqualTo(121);
        assertThat(hasExpiry()).isFalse();
        assertBalanced();
    }

    @Test
    default void lanesOfKeysAreSwept() {
        share(FAIR);
        timeIs(T0);
        produceAll(brief(keyed("a", "a")), brief(keyed("b", "b").priority(7)), keyed("c", "b"));
        timeIs(T0.plusSeconds(60));
        expireLeases();
        assertThat(total(TubeCounter.EXPIRED_UNSTARTED)).isEqualTo(2);
        assertThat(ids(consume(10))).containsExactly("c");
        assertBalanced();
    }

    @Test
    default void thoseBehindABuriedOneOfTheirKeyWait() {
        share(BLOCKING);
        timeIs(T0);
        expireIn(Duration.ZERO, ExpireTo.BURY);
        produceAll(brief(keyed("a", "a")), keyed("a-next", "a"), keyed("b", "b"));
        timeIs(T0.plusSeconds(60));
        assertThat(ids(consume(10))).containsExactly("b");
        assertThat(stateOf("a")).isEqualTo(JobState.FAILED);
        kick("a", Duration.ZERO);
        assertThat(ids(consume(10))).as("it keeps its place").containsExactly("a");
        assertBalanced();
    }

    @Test
    default void whatExpiresLeavesRoom() {
        timeIs(T0);
        create(TubeSettings.DEFAULT
                .with(TTR, Duration.ofSeconds(60))
                .with(MAX_ATTEMPTS, 20)
                .with(new TubeLimits(null, null, null, 2L, 100L)));
        produceAll(brief(job("a")), brief(job("b")));
        timeIs(T0.plusSeconds(60));
        expireLeases();
        List<NewJob> more = List.of(job("c"), job("d"));
        produceAll(more).forEach(outcome -> assertThat(outcome.get().created()).isTrue());
        assertThat(fieldOfTheTube("bytes")).isEqualTo("2");
    }
}
