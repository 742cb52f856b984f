package io.grape.redis;

import static io.grape.core.ContractSteps.assertFails;
import static io.grape.core.ContractSteps.get;
import static io.grape.core.ContractSteps.ids;
import static io.grape.core.ContractSteps.job;
import static org.assertj.core.api.Assertions.assertThat;

import io.grape.core.ErrorCode;
import io.grape.core.ItemResult;
import io.grape.core.job.Job;
import io.grape.core.job.JobTags;
import io.grape.core.key.KeyShare;
import io.grape.core.key.KeyShares;
import io.grape.core.tube.TubeSettings;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Which keys of a tube have the most jobs. */
interface LargestKeysContract extends KeySteps {
    private void produceOf(String key, int count, long priority) {
        produceAll(IntStream.range(0, count)
                        .mapToObj(i -> job(key + "-" + priority + "-" + i)
                                .tags(new JobTags(key, List.of()))
                                .priority(priority))
                        .toList())
                .forEach(ItemResult::get);
    }

    private Optional<KeyShares> found() {
        return get(store().largestKeys().largestKeys(tube()));
    }

    private KeyShares shares() {
        return found().orElseThrow();
    }

    @Test
    default void theJobsOfAKeyCountInAllItsLanesAndUnderItsLeases() {
        share(FAIR);
        produceOf("a", 3, 1024);
        produceOf("b", 2, 7);
        produceOf("b", 2, 1024);
        produceAll(job("plain"));
        assertThat(ids(consume(1))).containsExactly("b-7-0");
        assertThat(shares()).isEqualTo(new KeyShares(3, 8, List.of(new KeyShare("b", 4), new KeyShare("a", 3))));
        finish(consume(1).get(0));
        Job plain = consume(1).get(0);
        assertThat(plain.id().value()).isEqualTo("plain");
        bury(plain, "no");
        assertThat(shares()).isEqualTo(new KeyShares(2, 6, List.of(new KeyShare("a", 3), new KeyShare("b", 3))));
    }

    @Test
    default void aKeyIsNoisyWithMoreThanATenthOfTheJobs() {
        share(FAIR);
        for (int i = 0; i < 9; i++) {
            produceOf("even-" + i, 2, 1024);
        }
        produceOf("tenth", 2, 1024);
        assertThat(shares().jobs()).isEqualTo(20);
        assertThat(shares().isNoisy("tenth")).isFalse();
        produceOf("tenth", 1, 3);
        assertThat(shares().isNoisy("tenth")).isTrue();
        assertThat(shares().isNoisy("even-3")).isFalse();
        assertThat(shares().isNoisy("nobody")).isFalse();
    }

    @Test
    default void aKeyThatOnlyHasLeasesIsSeenBesideManySmallOnes() {
        share(FAIR);
        produceOf("held", 5, 1024);
        consume(5);
        for (int i = 0; i < 30; i++) {
            produceOf("small-" + i, 1, 1024);
        }
        assertThat(shares().lanes()).isEqualTo(30);
        assertThat(shares().largest()).startsWith(new KeyShare("held", 5)).hasSize(21);
        assertThat(shares().isNoisy("held")).isTrue();
    }

    @Test
    default void aTubeWithoutKeysHasNoLargest() {
        assertFails(store().largestKeys().largestKeys(tube()), ErrorCode.TUBE_NOT_FOUND);
        get(tubes().create(tube(), TubeSettings.DEFAULT));
        produceOf("a", 1, 1024);
        assertThat(found()).isEmpty();
    }
}
