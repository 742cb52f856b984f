package io.grape.redis;

import static io.grape.catalog.TubeFields.MAX_ATTEMPTS;
import static io.grape.catalog.TubeFields.TTR;
import static io.grape.core.ContractSteps.assertFails;
import static io.grape.core.ContractSteps.get;
import static io.grape.core.ContractSteps.id;
import static io.grape.core.ContractSteps.ids;
import static io.grape.core.ContractSteps.job;
import static io.grape.redis.KeySteps.keyed;
import static org.assertj.core.api.Assertions.assertThat;

import io.grape.core.ErrorCode;
import io.grape.core.JobState;
import io.grape.core.job.Due;
import io.grape.core.job.JobQuery;
import io.grape.core.key.KeyOverride;
import io.grape.core.key.KeyPage;
import io.grape.core.key.KeySettings;
import io.grape.core.key.KeySort;
import io.grape.core.key.KeyState;
import io.grape.core.tube.TubeSettings;
import io.grape.core.tube.TubeSettingsChange;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What keys a tube has, and what is set for them. */
interface KeysContract extends KeySteps {
    @Test
    default void aTubeIsMadeWithKeys() {
        create(TubeSettings.DEFAULT
                .with(TTR, Duration.ofSeconds(5))
                .with(MAX_ATTEMPTS, 3)
                .with(TubeSettings.DEFAULT.limits())
                .with(ONE_EACH));
        assertThat(describe().settings().keys()).isEqualTo(ONE_EACH);
        get(tubes().configure(tube(), TubeSettingsChange.of(TTR, Duration.ofSeconds(6))));
        assertThat(describe().settings().keys()).isEqualTo(ONE_EACH);
        share(KeySettings.OFF);
    }

    @Test
    default void keysAreSwitchedOnAndOffWithABacklog() {
        share(KeySettings.OFF);
        produceOf("a", 5);
        produceOf("b", 1);
        share(ONE_EACH);
        assertThat(handoutAll()).containsExactlyInAnyOrder("a-0", "b-0");
        share(KeySettings.OFF);
        produceOf("c", 2);
        assertThat(handoutAll()).containsExactlyInAnyOrder("a-1", "a-2", "a-3", "a-4", "c-0", "c-1");
    }

    /** Consumes until nothing more is foreseen at once. */
    private List<String> handoutAll() {
        List<String> ids = new ArrayList<>();
        for (int i = 0; i < 20; i++) {
            ids.addAll(ids(consume(100)));
        }
        return ids;
    }

    @Test
    default void keysAreListed() {
        share(FAIR);
        produceOf("a", 3);
        produceOf("b", 5);
        produceAll(keyed("urgent", "a").priority(1));
        produceOf("c", 1);
        consume(1);
        override("idle", 2.0, false);
        KeyPage page = get(keys().list(tube(), KeySort.BACKLOG, 2, null));
        assertThat(page.keys()).extracting(KeyState::key).containsExactly("b", "a");
        KeyPage rest = get(keys().list(tube(), KeySort.BACKLOG, 10, page.next()));
        assertThat(rest.keys()).extracting(KeyState::key).containsExactly("c", "idle");
        assertThat(rest.next()).isNull();
        KeyState a = get(keys().get(tube(), "a"));
        assertThat(a.waiting()).isEqualTo(3);
        assertThat(a.held()).isEqualTo(1);
        assertThat(get(keys().list(tube(), KeySort.USE, 1, null)).keys())
                .extracting(KeyState::key)
                .containsExactly("a");
        assertThat(get(keys().list(tube(), KeySort.AGE, 10, null)).keys()).hasSize(3);
    }

    @Test
    default void overridesNeedKeys() {
        share(KeySettings.OFF);
        assertFails(keys().put(tube(), "a", KeyOverride.NONE), ErrorCode.WRONG_STATE);
        get(keys().delete(tube(), "a"));
        assertFails(keys().get(tube(), "not a key"), ErrorCode.BAD_REQUEST);
        assertThat(get(keys().get(tube(), "a")).waiting()).isZero();
        share(FAIR);
        assertThat(get(keys().put(tube(), "a", KeyOverride.NONE))).isTrue();
        assertThat(get(keys().put(tube(), "a", KeyOverride.NONE))).isFalse();
        get(keys().delete(tube(), "a"));
        get(keys().delete(tube(), "a"));
    }

    @Test
    default void jobsOfLanesAreListedPeekedTakenAndCounted() {
        share(FAIR);
        produceOf("a", 3);
        produceOf("b", 2);
        produceAll(keyed("later", "a").due(Due.after(HOUR)), keyed("p", "b").priority(7), job("plain"));
        assertThat(get(broker().list(tube(), new JobQuery(JobState.READY, 100, null)))
                        .jobs())
                .extracting(one -> one.id().value())
                .containsExactlyInAnyOrder("a-0", "a-1", "a-2", "b-0", "b-1", "p", "plain");
        assertThat(describe().counts()).containsEntry(JobState.READY, 7L).containsEntry(JobState.DELAYED, 1L);
        assertThat(take("a-1").id()).isEqualTo(id("a-1"));
        get(broker().delete(tube(), id("b-1"), false));
        assertThat(stateOf("later")).isEqualTo(JobState.DELAYED);
        get(broker().kick(tube(), id("later"), Duration.ZERO));
        assertThat(drain()).containsExactlyInAnyOrder("a-0", "a-2", "b-0", "p", "plain", "later");
        assertGone("b-1");
    }
}
