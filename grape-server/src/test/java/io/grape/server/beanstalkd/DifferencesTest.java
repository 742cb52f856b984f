package io.grape.server.beanstalkd;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.grape.server.ServerExtension;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Each difference of docs/beanstalkd.md, by its number there: what ours does, and what the original does where it is installed. */
@Tag("slow")
final class DifferencesTest {
    @RegisterExtension
    final ServerExtension brokers = new ServerExtension(2);

    private Optional<Original> original = Optional.empty();

    @AfterEach
    void stop() {
        original.ifPresent(Original::close);
    }

    private WireClient ours() {
        return WireClient.to(brokers.beanstalkdPort(0));
    }

    private WireClient theirs() {
        Optional<Path> program = Original.program();
        assumeTrue(program.isPresent(), "SKIPPED: beanstalkd is not installed");
        if (original.isEmpty()) {
            original = program.map(Original::start);
        }
        return WireClient.to(original.orElseThrow().port());
    }

    /** True where the job that was put first is reserved first, though it was ready last. */
    private static boolean isByNumber(WireClient one) {
        long first = one.put("first");
        long second = one.put("second");
        one.reserve();
        one.call("release " + first + " 1024 0");
        long got = one.reserve();
        assertThat(got).isIn(first, second);
        return got == first;
    }

    @Test
    void oneReadyJobsOfAPriorityAreInTheOrderInWhichTheyBecameReady() {
        assertThat(isByNumber(ours())).isFalse();
        assertThat(isByNumber(theirs())).isTrue();
    }

    private static String afterLastUse(WireClient one) {
        one.call("use gone");
        one.call("delete " + one.put("x"));
        one.call("use default");
        return one.call("stats-tube gone");
    }

    @Test
    void twoAnEmptyTubeStays() {
        assertThat(afterLastUse(ours())).contains("total-jobs: 1\n");
        assertThat(afterLastUse(theirs())).isEqualTo("NOT_FOUND");
    }

    private static void afterTheEnd(WireClient one, WireClient other, String delayed, String buried) {
        long first = one.put(0, 100, 60, "delayed");
        long second = one.put("buried");
        one.reserve();
        one.call("bury " + second + " 0");
        assertThat(one.call("reserve-job " + first)).startsWith("RESERVED ");
        assertThat(one.call("reserve-job " + second)).startsWith("RESERVED ");
        one.close();
        await().untilAsserted(() -> {
            assertThat(other.field("stats-job " + first, "state")).isEqualTo(delayed);
            assertThat(other.field("stats-job " + second, "state")).isEqualTo(buried);
        });
    }

    @Test
    void threeWhatWasReservedByItsNumberGoesBackWhereItWas() {
        afterTheEnd(ours(), ours(), "delayed", "buried");
        afterTheEnd(theirs(), theirs(), "ready", "ready");
    }

    @Test
    void fourAPauseOverHttpShowsTheTimeThatIsLeft() {
        WireClient one = ours();
        one.put("x");
        assertThat(brokers.call("POST", "/v1/tubes/default/pause?forMs=100000").statusCode())
                .isEqualTo(200);
        assertThat(Long.parseLong(one.field("stats-tube default", "pause"))).isBetween(1L, 100L);
        assertThat(Long.parseLong(one.field("stats-tube default", "pause-time-left")))
                .isBetween(1L, 100L);
    }

    private static String kicks(WireClient one, int times) {
        long number = one.put("x");
        for (int i = 0; i < times; i++) {
            one.call("reserve-job " + number);
            one.call("bury " + number + " 0");
            one.call("kick-job " + number);
        }
        assertThat(one.field("stats-job " + number, "reserves")).isEqualTo(Integer.toString(times));
        return one.field("stats-job " + number, "kicks");
    }

    @Test
    void fiveTheLastEventsOfAJobAreCounted() {
        assertThat(kicks(ours(), 10)).isEqualTo("10");
        // 32 events are 16 burials and as many kicks.
        assertThat(kicks(ours(), 20)).isEqualTo("16");
        assertThat(kicks(theirs(), 20)).isEqualTo("20");
    }

    @Test
    void sixCommandsAreThoseOfOneBrokerAndJobsThoseOfAll() {
        WireClient one = ours();
        WireClient two = WireClient.to(brokers.beanstalkdPort(1));
        one.put("x");
        assertThat(two.field("stats", "cmd-put")).isEqualTo("0");
        assertThat(two.field("stats", "current-connections")).isEqualTo("1");
        assertThat(two.field("stats", "current-jobs-ready")).isEqualTo("1");
        assertThat(two.field("stats", "binlog-records-written")).isEqualTo("0");
    }

    @Test
    void eightOfDelayedJobsThatAreDueInTheSameMsTheMoreUrgentOneComesFirst() {
        String due = "?dueAt=2040-01-01T00:00:00Z&priority=";
        assertThat(brokers.call("PUT", "/v1/tubes/default/jobs/1-first" + due + "424")
                        .statusCode())
                .isEqualTo(201);
        assertThat(brokers.call("PUT", "/v1/tubes/default/jobs/2-second" + due + "98")
                        .statusCode())
                .isEqualTo(201);
        WireClient one = ours();
        long shown = Long.parseLong(one.call("peek-delayed").split(" ", -1)[1]);
        assertThat(one.field("stats-job " + shown, "pri")).isEqualTo("98");
    }

    private static List<String> names(WireClient one) {
        one.call("watch b");
        one.call("watch a");
        return one.call("list-tubes").lines().skip(1).toList();
    }

    @Test
    void sevenTubesAreListedByTheirNames() {
        assertThat(names(ours())).containsExactly("- a", "- b", "- default");
        assertThat(names(theirs())).containsExactly("- default", "- b", "- a");
    }
}
