package io.grape.redis.job;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import io.grape.core.JobId;
import io.grape.core.job.FailureGroup;
import io.grape.core.job.FailureGroups;
import java.time.Instant;
import org.junit.jupiter.api.Test;

/** However many reasons differ, so many groups are kept, and the frequent ones are among them. */
final class FailureTallyTest {
    private final FailureTally tally = new FailureTally();
    private int added;

    private void add(String signature) {
        tally.add(new FailedJob(
                new JobId("j" + added), Instant.ofEpochMilli(1_000_000 - added), signature + added, signature));
        added++;
    }

    @Test
    void aGroupIsCountedAndShowsTheJobThatFailedLast() {
        add("disk full");
        add("timeout");
        add("timeout");
        assertThat(tally.sorted())
                .containsExactly(
                        new FailureGroup(
                                "timeout",
                                2,
                                Instant.ofEpochMilli(999_998),
                                Instant.ofEpochMilli(999_999),
                                new JobId("j1"),
                                "timeout1"),
                        new FailureGroup(
                                "disk full",
                                1,
                                Instant.ofEpochMilli(1_000_000),
                                Instant.ofEpochMilli(1_000_000),
                                new JobId("j0"),
                                "disk full0"));
    }

    @Test
    void thoseOfOneJobMakeRoomForOthers() {
        add("first");
        add("first");
        for (int i = 0; i < 5 * FailureGroups.MAX_GROUPS; i++) {
            add("other " + i);
            assertThat(tally.sorted()).hasSizeLessThanOrEqualTo(FailureGroups.MAX_GROUPS);
        }
        add("last");
        add("last");
        add("last");
        assertThat(tally.sorted().subList(0, 2))
                .extracting(FailureGroup::signature, FailureGroup::count)
                .containsExactly(tuple("last", 3), tuple("first", 2));
    }

    @Test
    void whereAllHaveSeveralAnotherOneIsLeftOut() {
        for (int i = 0; i < FailureGroups.MAX_GROUPS; i++) {
            add("some " + i);
            add("some " + i);
        }
        add("another");
        assertThat(tally.sorted())
                .hasSize(FailureGroups.MAX_GROUPS)
                .extracting(FailureGroup::signature)
                .doesNotContain("another");
    }
}
