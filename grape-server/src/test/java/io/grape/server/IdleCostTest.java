package io.grape.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.grape.core.JobId;
import io.grape.core.TubeName;
import io.grape.core.job.Due;
import io.grape.core.job.NewJob;
import io.grape.core.job.Payload;
import io.grape.core.tube.TubeSettings;
import io.grape.embedded.EmbeddedRedis;
import io.grape.harness.RunningBroker;
import io.grape.redis.RawRedis;
import io.grape.redis.RedisStore;
import io.grape.redis.RedisStoreOptions;
import io.grape.redis.script.StoreListener;
import io.lettuce.core.RedisClient;
import io.lettuce.core.api.sync.RedisCommands;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CompletionStage;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What one broker with very many idle tubes, one of them full, costs. The figures are for {@code docs/operations.md#figures}; only counts are judged. */
@Tag("slow")
class IdleCostTest {
    private static final int TUBES = 10_000;
    private static final int CONCURRENCY = 1_000;
    private static final Duration WINDOW = Duration.ofSeconds(20);
    private static final double MAX_CALLS_A_SECOND = 10;
    /** Those inside of scripts included. */
    private static final double MAX_COMMANDS_A_SECOND = 100;

    private static final int JOBS = 20_000;
    private static final Pattern COMMANDS = Pattern.compile("cmdstat_([a-z|-]+):calls=([0-9]+)");
    private static final Pattern CPU = Pattern.compile("used_cpu_(?:sys|user):([0-9.]+)");
    /** What a broker sends; all else in the statistics was called by its scripts, or by this test. */
    private static final List<String> CALLS = List.of("evalsha", "eval", "scan", "sscan", "zscan");

    private static final List<String> OURS = List.of("info", "zrange", "ping", "hello", "client|setinfo");

    @TempDir
    Path directory = Path.of("");

    /** What was used up to a moment. */
    private record Usage(double at, Map<String, Long> commands, double redisCpu, double brokerCpu) {}

    @Test
    void tenThousandIdleTubesAndManyJobsCostAHandfulOfCallsASecond() {
        try (EmbeddedRedis redis = EmbeddedRedis.durable(directory)) {
            create(redis.uri());
            try (RawRedis raw = RawRedis.to(redis.uri())) {
                raw.commands().configResetstat();
            }
            RedisClient client = RedisClient.create(redis.uri());
            try (RunningBroker broker = RunningBroker.start("--http-port=0", "--redis=" + redis.uri())
                            .awaitReady();
                    var connection = client.connect()) {
                RedisCommands<String, String> commands = connection.sync();
                await().atMost(RunningBroker.PATIENCE)
                        .until(() -> usage(commands, broker).commands().getOrDefault("evalsha", 0L) > TUBES);
                judge(window(commands, broker));
            } finally {
                client.shutdown();
            }
        }
    }

    private static void create(String uri) {
        RedisStoreOptions options =
                new RedisStoreOptions(uri, "grape", "maker", Duration.ofSeconds(30), Duration.ofSeconds(6));
        try (RedisStore store = RedisStore.open(options, StoreListener.NONE)) {
            for (int first = 0; first < TUBES; first += CONCURRENCY) {
                List<CompletionStage<Boolean>> made = IntStream.range(first, first + CONCURRENCY)
                        .mapToObj(i -> store.tubes().create(new TubeName("tube-" + i), TubeSettings.DEFAULT))
                        .toList();
                made.forEach(Node::get);
            }
            TubeName full = new TubeName("tube-0");
            for (int first = 0; first < JOBS; first += CONCURRENCY) {
                List<NewJob> jobs = IntStream.range(first, first + CONCURRENCY)
                        .mapToObj(i -> NewJob.of(new JobId("job-" + i), Payload.binary(new byte[] {1}))
                                .due(Due.after(Duration.ofDays(1))))
                        .toList();
                Node.get(store.broker().produce(full, jobs));
            }
        }
    }

    private static Usage window(RedisCommands<String, String> redis, RunningBroker broker) {
        Usage before = usage(redis, broker);
        double end = before.at + WINDOW.toSeconds();
        await().atMost(RunningBroker.PATIENCE)
                .pollInterval(Duration.ofSeconds(1))
                .until(() -> lastBeat(redis) >= end);
        Usage after = usage(redis, broker);
        Map<String, Long> spent = new TreeMap<>();
        after.commands.forEach((name, calls) -> spent.put(name, calls - before.commands.getOrDefault(name, 0L)));
        return new Usage(
                after.at - before.at, spent, after.redisCpu - before.redisCpu, after.brokerCpu - before.brokerCpu);
    }

    private static void judge(Usage spent) {
        double calls = perSecond(spent, CALLS);
        List<String> all = spent.commands.keySet().stream()
                .filter(name -> !OURS.contains(name))
                .toList();
        System.out.printf(
                Locale.ROOT,
                "idle cost of a broker with %d tubes and %d jobs over %.1f s: %.1f calls to Redis a second (%.1f commands, those inside"
                        + " of scripts included), CPU: broker %.2f %%, Redis %.2f %%%n",
                TUBES,
                JOBS,
                spent.at,
                calls,
                perSecond(spent, all),
                100 * spent.brokerCpu / spent.at,
                100 * spent.redisCpu / spent.at);
        assertThat(calls).as(spent.toString()).isPositive().isLessThan(MAX_CALLS_A_SECOND);
        assertThat(perSecond(spent, all)).as(spent.toString()).isLessThan(MAX_COMMANDS_A_SECOND);
    }

    private static double perSecond(Usage spent, List<String> names) {
        return names.stream()
                        .mapToLong(name -> spent.commands.getOrDefault(name, 0L))
                        .sum()
                / spent.at;
    }

    private static Usage usage(RedisCommands<String, String> redis, RunningBroker broker) {
        Map<String, Long> commands = new TreeMap<>();
        COMMANDS.matcher(redis.info("commandstats"))
                .results()
                .forEach(line -> commands.put(line.group(1), Long.parseLong(line.group(2))));
        double redisCpu = CPU.matcher(redis.info("cpu"))
                .results()
                .map(MatchResult::group)
                .mapToDouble(line -> Double.parseDouble(line.substring(line.indexOf(':') + 1)))
                .sum();
        double brokerCpu =
                broker.process().info().totalCpuDuration().orElse(Duration.ZERO).toMillis() / 1000.0;
        return new Usage(lastBeat(redis), commands, redisCpu, brokerCpu);
    }

    /** When the broker last said that it is alive, in seconds of Redis's clock. */
    private static double lastBeat(RedisCommands<String, String> redis) {
        return redis.zrangeWithScores("{grape:tubes}:brokers", -1, -1).get(0).getScore() / 1000;
    }
}
