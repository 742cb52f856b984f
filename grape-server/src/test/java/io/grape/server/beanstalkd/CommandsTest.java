package io.grape.server.beanstalkd;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.grape.server.ServerExtension;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Each command, and each of its responses. */
final class CommandsTest {
    @RegisterExtension
    final ServerExtension broker = new ServerExtension();

    @RegisterExtension
    final WireClients clients = new WireClients(broker);

    private WireClient one;
    private WireClient two;

    @BeforeEach
    void connect() {
        one = clients.open();
        two = clients.open();
    }

    @Test
    void aJobIsPutReservedAndDeleted() {
        long number = one.put("hello");
        assertThat(one.call("reserve")).isEqualTo(WireClient.job("RESERVED", number, "hello"));
        assertThat(two.call("delete " + number)).isEqualTo("NOT_FOUND");
        assertThat(one.call("delete " + number)).isEqualTo("DELETED");
        assertThat(one.call("delete " + number)).isEqualTo("NOT_FOUND");
        assertThat(one.call("reserve-with-timeout 0")).isEqualTo("TIMED_OUT");
    }

    @Test
    void aBodyMayHoldAnyBytes() {
        String body = "\0\r\n\u00ff put 0 0 0 0\r\n";
        long number = one.put(body);
        assertThat(one.call("peek " + number)).isEqualTo(WireClient.job("FOUND", number, body));
        assertThat(one.put("")).isGreaterThan(0);
    }

    @Test
    void aWaitingReserveGetsTheNextJob() {
        one.send("reserve\r\n");
        await().until(() -> two.field("stats", "current-waiting").equals("1"));
        long number = two.put("late");
        assertThat(one.read()).isEqualTo(WireClient.job("RESERVED", number, "late"));
    }

    @Test
    void smallerPrioritiesComeFirstAmongAllWatchedTubes() {
        one.call("use a");
        long second = one.put(20, 0, 60, "a20");
        one.call("use b");
        long first = one.put(10, 0, 60, "b10");
        one.call("use a");
        long third = one.put(30, 0, 60, "a30");
        assertThat(two.call("watch a")).isEqualTo("WATCHING 2");
        assertThat(two.call("watch b")).isEqualTo("WATCHING 3");
        assertThat(List.of(two.reserve(), two.reserve(), two.reserve())).containsExactly(first, second, third);
    }

    @Test
    void releaseAndBuryGiveANewPriority() {
        long number = one.put("x");
        one.reserve();
        assertThat(one.call("release " + number + " 7 0")).isEqualTo("RELEASED");
        assertThat(one.field("stats-job " + number, "pri")).isEqualTo("7");
        assertThat(one.reserve()).isEqualTo(number);
        assertThat(one.call("bury " + number + " 9")).isEqualTo("BURIED");
        assertThat(one.field("stats-job " + number, "state")).isEqualTo("buried");
        assertThat(one.field("stats-job " + number, "pri")).isEqualTo("9");
        assertThat(one.call("peek-buried")).isEqualTo(WireClient.job("FOUND", number, "x"));
        assertThat(one.call("kick 10")).isEqualTo("KICKED 1");
        assertThat(one.reserve()).isEqualTo(number);
        assertThat(one.call("release " + number + " 5 100")).isEqualTo("RELEASED");
        assertThat(one.field("stats-job " + number, "delay")).isEqualTo("100");
        assertThat(one.call("kick-job " + number)).isEqualTo("KICKED");
        assertThat(one.call("kick-job " + number)).isEqualTo("NOT_FOUND");
        assertThat(one.field("stats-job " + number, "delay")).isEqualTo("100");
    }

    @Test
    void whatHappenedToAJobIsCounted() {
        long number = one.put("x");
        one.reserve();
        one.call("release " + number + " 0 0");
        one.reserve();
        one.call("bury " + number + " 0");
        one.call("kick 1");
        WireClient gone = clients.open();
        gone.reserve();
        gone.close();
        await().until(() -> one.field("stats-job " + number, "state").equals("ready"));
        assertThat(one.field("stats-job " + number, "reserves")).isEqualTo("3");
        assertThat(one.field("stats-job " + number, "releases")).isEqualTo("1");
        assertThat(one.field("stats-job " + number, "buries")).isEqualTo("1");
        assertThat(one.field("stats-job " + number, "kicks")).isEqualTo("1");
        assertThat(one.field("stats-job " + number, "timeouts")).isEqualTo("0");
        assertThat(one.field("stats-job " + number, "tube")).isEqualTo("\"default\"");
    }

    @Test
    void aReservationThatRanOutIsNoLongerItsClients() {
        long number = one.put(0, 0, 1, "x");
        one.reserve();
        await().until(() -> two.field("stats-job " + number, "state").equals("ready"));
        for (String command : List.of("touch " + number, "release " + number + " 0 0", "bury " + number + " 0")) {
            assertThat(one.call(command)).as(command).isEqualTo("NOT_FOUND");
        }
        assertThat(two.field("stats-job " + number, "timeouts")).isEqualTo("1");
        assertThat(one.call("delete " + number)).isEqualTo("DELETED");
    }

    @Test
    void touchBeginsTheTimeAnew() throws InterruptedException {
        long number = one.put(0, 0, 2, "x");
        one.reserve();
        for (int i = 0; i < 3; i++) {
            Thread.sleep(1000);
            assertThat(one.call("touch " + number)).isEqualTo("TOUCHED");
        }
        assertThat(two.field("stats-job " + number, "state")).isEqualTo("reserved");
    }

    @Test
    void aWaitEndsInTheLastSecondOfALease() {
        one.put(0, 0, 2, "x");
        one.reserve();
        assertThat(one.call("reserve")).isEqualTo("DEADLINE_SOON");
        assertThat(one.call("reserve-with-timeout 0")).isEqualTo("DEADLINE_SOON");
        long other = two.put("other");
        assertThat(one.call("reserve-with-timeout 0")).isEqualTo(WireClient.job("RESERVED", other, "other"));
    }

    @Test
    void aJobIsReservedByItsNumber() {
        long ready = one.put("ready");
        long delayed = one.put(0, 100, 60, "delayed");
        assertThat(one.call("reserve-job " + delayed)).isEqualTo(WireClient.job("RESERVED", delayed, "delayed"));
        assertThat(two.call("reserve-job " + delayed)).isEqualTo("NOT_FOUND");
        assertThat(one.call("bury " + delayed + " 3")).isEqualTo("BURIED");
        assertThat(two.call("reserve-job " + delayed)).isEqualTo(WireClient.job("RESERVED", delayed, "delayed"));
        assertThat(two.call("reserve-job " + ready)).isEqualTo(WireClient.job("RESERVED", ready, "ready"));
        assertThat(two.call("reserve-job 99")).isEqualTo("NOT_FOUND");
    }

    @Test
    void whatAConnectionHeldIsReadyOnceItIsGone() {
        long number = one.put("x");
        WireClient gone = clients.open();
        assertThat(gone.reserve()).isEqualTo(number);
        gone.close();
        assertThat(two.call("reserve-with-timeout 10")).isEqualTo(WireClient.job("RESERVED", number, "x"));
    }

    @Test
    void tubesAreUsedWatchedAndIgnored() {
        assertThat(one.call("use a")).isEqualTo("USING a");
        assertThat(one.call("list-tube-used")).isEqualTo("USING a");
        assertThat(one.call("watch b")).isEqualTo("WATCHING 2");
        assertThat(one.call("watch b")).isEqualTo("WATCHING 2");
        assertThat(one.call("list-tubes-watched")).isEqualTo("OK 18 ---\n- default\n- b\n");
        assertThat(one.call("ignore default")).isEqualTo("WATCHING 1");
        assertThat(one.call("ignore b")).isEqualTo("NOT_IGNORED");
        assertThat(one.call("ignore c")).isEqualTo("WATCHING 1");
        assertThat(two.call("list-tubes")).isEqualTo("OK 22 ---\n- a\n- b\n- default\n");
        assertThat(two.call("stats-tube a")).contains("current-using: 1");
        assertThat(two.call("stats-tube b")).contains("current-watching: 1");
        assertThat(two.call("stats-tube c")).isEqualTo("NOT_FOUND");
    }

    @Test
    void aPausedTubeGivesNothing() {
        long number = one.put("x");
        assertThat(one.call("pause-tube default 100")).isEqualTo("PAUSED");
        assertThat(one.call("pause-tube none 100")).isEqualTo("NOT_FOUND");
        assertThat(two.call("reserve-with-timeout 0")).isEqualTo("TIMED_OUT");
        assertThat(two.field("stats-tube default", "pause")).isEqualTo("100");
        assertThat(two.field("stats-tube default", "cmd-pause-tube")).isEqualTo("1");
        assertThat(two.call("peek-ready")).isEqualTo(WireClient.job("FOUND", number, "x"));
        assertThat(two.call("pause-tube default 0")).isEqualTo("PAUSED");
        assertThat(two.call("reserve-with-timeout 0")).isEqualTo(WireClient.job("RESERVED", number, "x"));
    }

    @Test
    void theJobsOfATubeAreCounted() {
        one.put(1, 0, 60, "urgent");
        one.put(1024, 0, 60, "usual");
        one.put(1, 100, 60, "delayed");
        one.put(0, 0, 60, "reserved");
        one.reserve();
        String stats = one.call("stats-tube default");
        assertThat(stats)
                .contains("current-jobs-urgent: 1\n", "current-jobs-ready: 2\n", "current-jobs-reserved: 1\n")
                .contains("current-jobs-delayed: 1\n", "current-jobs-buried: 0\n", "total-jobs: 4\n");
        assertThat(one.call("stats")).contains("cmd-put: 4\n", "current-producers: 1\n", "current-workers: 1\n");
    }

    @Test
    void aHalfClosedConnectionGetsItsResponses() {
        one.send("list-tube-used\r\nreserve\r\nlist-tube-used\r\n");
        one.halfClose();
        assertThat(List.of(one.read(), one.read(), one.read()))
                .containsExactly("USING default", "TIMED_OUT", "USING default");
        assertThat(one.isClosed()).isTrue();
    }

    @Test
    void quitCloses() {
        one.send("list-tube-used\r\nquit\r\nlist-tube-used\r\n");
        assertThat(one.read()).isEqualTo("USING default");
        assertThat(one.isClosed()).isTrue();
    }

    @Test
    void responsesComeInTheOrderOfTheCommands() {
        StringBuilder all = new StringBuilder();
        for (int i = 0; i < 1000; i++) {
            String body = "job " + i;
            all.append("put 0 0 60 ")
                    .append(body.length())
                    .append("\r\n")
                    .append(body)
                    .append("\r\n");
        }
        one.send(all + "list-tube-used\r\n");
        List<Long> numbers = new ArrayList<>();
        for (int i = 0; i < 1000; i++) {
            numbers.add(Long.parseLong(one.read().split(" ", -1)[1]));
        }
        assertThat(one.read()).isEqualTo("USING default");
        assertThat(numbers).isSorted().doesNotHaveDuplicates();
        for (int i = 0; i < 1000; i++) {
            assertThat(two.call("reserve-with-timeout 0"))
                    .isEqualTo(WireClient.job("RESERVED", numbers.get(i), "job " + i));
        }
        numbers.forEach(number -> two.send("delete " + number + "\r\n"));
        numbers.forEach(number -> assertThat(two.read()).isEqualTo("DELETED"));
    }

    @Test
    void oneJobIsSeenByAllProtocols() {
        long number = one.put("x");
        assertThat(broker.call("GET", "/v1/tubes/default/jobs/" + number).body())
                .contains("\"maxAttempts\":0", "\"ttrMs\":60000");
        assertThat(broker.call("DELETE", "/v1/tubes/default/jobs/" + number).statusCode())
                .isEqualTo(204);
        broker.call("PUT", "/v1/tubes/default/jobs/order-8812", "pay", "text/plain");
        String reserved = two.call("reserve-with-timeout 0");
        assertThat(reserved).isEqualTo(WireClient.job("RESERVED", 1L << 52, "pay"));
        assertThat(two.call("delete " + (1L << 52))).isEqualTo("DELETED");
        assertThat(broker.call("GET", "/v1/tubes/default/jobs/order-8812").statusCode())
                .isEqualTo(404);
    }

    @Test
    void whatIsWrongIsSaidInTheWordsOfTheProtocol() {
        assertThat(one.call("put 0 0 0 1048577\r\n" + "x".repeat(1048577))).isEqualTo("JOB_TOO_BIG");
        assertThat(one.call("put 0 0 0 1\r\nabc")).isEqualTo("EXPECTED_CRLF");
        assertThat(one.read()).isEqualTo("UNKNOWN_COMMAND");
        for (String line : List.of("reserve-with-timeout x", "kick -1", "delete 18446744073709551616", "use -a")) {
            assertThat(one.call(line)).as(line).isEqualTo("BAD_FORMAT");
        }
        for (String line : List.of("", "delete", "PUT 0 0 0 0", "peek-foo")) {
            assertThat(one.call(line)).as(line).isEqualTo("UNKNOWN_COMMAND");
        }
        assertThat(one.call("delete 18446744073709551615")).isEqualTo("NOT_FOUND");
    }

    @Test
    void nobodyWaitsLongerThanHeSaid() {
        long before = System.nanoTime();
        assertThat(one.call("reserve-with-timeout 1")).isEqualTo("TIMED_OUT");
        assertThat(Duration.ofNanos(System.nanoTime() - before))
                .isBetween(Duration.ofMillis(900), Duration.ofSeconds(20));
    }
}
