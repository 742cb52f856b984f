package io.grape.server;

import static org.assertj.core.api.Assertions.assertThat;

import io.grape.harness.RunningBroker;
import io.grape.redis.TestRedis;
import java.io.IOException;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.IntConsumer;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Through how many classes a job goes, from its bytes to its script and back. Those count to which Netty, Vert.x, Lettuce or a future
 * passes it, and those on the stack where it is passed on: to the end of the turn, to Lettuce, and to Vert.x as a response. A class that
 * is only asked something does not count, nor does a value. Tracing makes calls slow, so this class does not run
 * at the same time as others.
 */
@Tag("apart")
class WayLengthTest {
    private static final int MAX_IN = 14;
    private static final int MAX_BACK = 9;
    /** What a broker does of its own accord falls between some calls, not between all of them. */
    private static final int CALLS = 5;

    private static final Pattern LEASE = Pattern.compile("\"lease\":\"([^\"]+)\"");

    private record Way(Set<String> in, Set<String> back) {}

    @Test
    void aProduceAndAFinishGoAShortWay() throws IOException {
        try (CallTrace trace = new CallTrace();
                RunningBroker broker = RunningBroker.start(
                        Map.of("JAVA_TOOL_OPTIONS", trace.option()),
                        "--http-port=0",
                        "--redis-timeout-ms=30000",
                        "--redis=" + TestRedis.uri(),
                        "--namespace=" + TestRedis.newNamespace())) {
            trace.attach("io.grape.*", "io.lettuce.core.AbstractRedisAsyncCommands", "io.vertx.core.http.impl.*");
            broker.awaitReady();
            produce(broker, "first");
            finish(broker, consume(broker).get(0));

            Way produce = way(trace, call -> produce(broker, "job-" + call));
            List<String> jobs = consume(broker);
            Way finish = way(trace, call -> finish(broker, jobs.get(call)));

            assertShort("produce", produce);
            assertShort("finish", finish);
            assertThat(documented("produce, in")).containsExactlyInAnyOrderElementsOf(produce.in());
            assertThat(documented("produce, back")).containsExactlyInAnyOrderElementsOf(produce.back());
            assertThat(documented("finish, in")).containsExactlyInAnyOrderElementsOf(finish.in());
            assertThat(documented("finish, back")).containsExactlyInAnyOrderElementsOf(finish.back());
        }
    }

    /** What ARCHITECTURE.md says. */
    private static List<String> documented(String way) throws IOException {
        String line = Files.readAllLines(Path.of("..", "ARCHITECTURE.md")).stream()
                .filter(row -> row.startsWith("| " + way + " |"))
                .findFirst()
                .orElseThrow();
        return Pattern.compile("`(\\w+)`")
                .matcher(line)
                .results()
                .map(name -> name.group(1))
                .toList();
    }

    private static void assertShort(String call, Way way) {
        assertThat(way.in()).as(call + " in").hasSizeBetween(1, MAX_IN);
        assertThat(way.back()).as(call + " back").hasSizeBetween(1, MAX_BACK);
    }

    private static void produce(RunningBroker broker, String id) {
        HttpResponse<String> answer = broker.call("PUT", "/v1/tubes/orders/jobs/" + id, "payload");
        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(201);
    }

    /** Where to finish what there is. */
    private static List<String> consume(RunningBroker broker) {
        String jobs = broker.call("POST", "/v1/tubes/orders/consume?max=10", "").body();
        return Pattern.compile("\"id\":\"([^\"]+)\".*?" + LEASE)
                .matcher(jobs)
                .results()
                .map(job -> job.group(1) + "/finish?lease=" + job.group(2))
                .toList();
    }

    private static void finish(RunningBroker broker, String job) {
        assertThat(broker.call("POST", "/v1/tubes/orders/jobs/" + job, "").statusCode())
                .isEqualTo(200);
    }

    private static Way way(CallTrace trace, IntConsumer call) {
        List<Way> ways = new ArrayList<>();
        for (int i = 0; i < CALLS; i++) {
            int number = i;
            ways.add(way(trace.of(() -> call.accept(number))));
        }
        Way common = ways.get(0);
        ways.forEach(way -> {
            common.in().retainAll(way.in());
            common.back().retainAll(way.back());
        });
        return common;
    }

    private static Way way(List<CallTrace.Entry> entries) {
        Way way = new Way(new LinkedHashSet<>(), new LinkedHashSet<>());
        boolean isSent = false;
        boolean isBack = false;
        for (CallTrace.Entry entry : entries) {
            isBack |= isSent && entry.is("ConnectionWatchdog$Listener.channelRead");
            if (entry.is("ServerResponse.end")) {
                way.back().addAll(entry.ours());
                return way;
            }
            boolean isGiven = entry.is("AbstractRedisAsyncCommands.dispatch")
                    && entry.ours().contains("CallBatcher");
            isSent |= isGiven;
            if (isGiven || entry.is("SharedEventLoops.execute")) {
                way.in().addAll(entry.ours());
            } else if (entry.isPassedOn() && (isBack || !(isSent || entry.isFromRedis()))) {
                (isBack ? way.back() : way.in()).add(entry.file());
            }
        }
        throw new IllegalStateException("no response: " + entries);
    }
}
