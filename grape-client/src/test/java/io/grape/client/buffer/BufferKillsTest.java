package io.grape.client.buffer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.grape.client.BufferedProducer;
import io.grape.client.Codec;
import io.grape.client.Grape;
import io.grape.client.Job;
import io.grape.client.JobPage;
import io.grape.client.JobState;
import io.grape.client.Tube;
import io.grape.harness.Directories;
import io.grape.harness.Programs;
import io.grape.harness.RedisNode;
import io.grape.harness.RunningBroker;
import io.grape.process.ChildProcess;
import io.grape.process.FreePorts;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * A producer with a buffer, two brokers and Redis are killed again and again, each a process of its own. Nothing is
 * consumed, so each job that was produced is there in the end. {@code -Dgrape.buffer.kills=} for more of them.
 */
@Tag("apart")
class BufferKillsTest {
    static final Tube<String> TUBE = Tube.of("storm", Codec.text());

    private static final int KILLS = Integer.getInteger("grape.buffer.kills", 10);
    private static final int BETWEEN = 40;
    private static final Duration SOON = Duration.ofMinutes(2);

    @TempDir
    private Path directory;

    private final List<RunningBroker> brokers = new ArrayList<>();
    private final List<URI> addresses = new ArrayList<>();
    private RedisNode redis;
    private ChildProcess producer;
    private int producers;

    @BeforeEach
    void start() throws IOException {
        redis = RedisNode.start(
                Directories.ofBuild(), FreePorts.one(), "--appendonly", "yes", "--appendfsync", "always", "--save", "");
        for (int port : FreePorts.some(2, Set.of())) {
            brokers.add(RunningBroker.start("--redis", redis.uri(), "--http-port", Integer.toString(port)));
        }
        brokers.forEach(RunningBroker::awaitServing);
        Files.createFile(failures());
        brokers.forEach(broker -> addresses.add(broker.uri()));
        startProducer();
    }

    @AfterEach
    void end() {
        producer.kill();
        brokers.forEach(RunningBroker::close);
        redis.close();
    }

    private Path failures() {
        return directory.resolve("failures");
    }

    private Path buffer() {
        return directory.resolve("buffer");
    }

    private void startProducer() throws IOException {
        List<String> command = new ArrayList<>(List.of(
                Programs.java(),
                "-XX:TieredStopAtLevel=1",
                "-cp",
                System.getProperty("java.class.path"),
                KilledProducer.class.getName(),
                buffer().toString(),
                directory.resolve("confirmed").toString(),
                failures().toString(),
                "p" + producers++));
        addresses.forEach(address -> command.add(address.toString()));
        producer = ChildProcess.start(directory.resolve("producer.log"), command, environment -> {});
    }

    /** The ids that producers were told of. */
    private List<String> confirmed() {
        try {
            String all = Files.readString(directory.resolve("confirmed"));
            return all.substring(0, all.lastIndexOf('\n') + 1).lines().toList();
        } catch (IOException e) {
            // No producer was told of one yet.
            return List.of();
        }
    }

    private void awaitMore() {
        int before = confirmed().size();
        await().atMost(SOON)
                .failFast("the producer ended", () -> !producer.isAlive())
                .until(() -> confirmed().size() >= before + BETWEEN);
    }

    /** Redis is away while a producer begins, and the brokers while one goes on, until calls have failed for that. */
    private void kill(int round) throws IOException {
        switch (round % 4) {
            case 0, 2 -> {
                producer.kill();
                startProducer();
            }
            case 1 -> {
                if (!redis.process().isAlive()) {
                    awaitFailure();
                }
                mendRedis();
                brokers.forEach(RunningBroker::kill);
                awaitFailure();
                brokers.forEach(RunningBroker::launch);
            }
            default -> redis.kill();
        }
    }

    /** A call of a producer failed, and was not only late. */
    private void awaitFailure() throws IOException {
        long before = Files.size(failures());
        await().atMost(SOON).until(() -> Files.size(failures()) > before);
    }

    private void mendRedis() {
        if (!redis.process().isAlive()) {
            redis.restart();
        }
    }

    @Test
    void eachJobThatWasConfirmedIsThereOnceWhateverIsKilled() throws IOException {
        for (int round = 0; round < KILLS; round++) {
            awaitMore();
            kill(round);
        }
        awaitMore();
        producer.kill();
        mendRedis();
        brokers.forEach(RunningBroker::awaitServing);
        try (Grape grape = Grape.builder().brokers(addresses).build()) {
            try (BufferedProducer rest = grape.bufferedProducer(buffer()).open()) {
                await().atMost(SOON).until(() -> rest.status().pending() == 0);
                assertThat(rest.status().rejected() + rest.status().expired()).isZero();
            }
            assertEachIsThereOnce(grape);
        }
    }

    private void assertEachIsThereOnce(Grape grape) {
        List<String> confirmed = confirmed();
        List<String> there = ids(grape);
        assertThat(confirmed).hasSizeGreaterThan(KILLS * BETWEEN).doesNotHaveDuplicates();
        assertThat(there).doesNotHaveDuplicates();
        assertThat(new HashSet<>(there)).containsAll(confirmed);
        // Those that were written as their producer was killed were confirmed to nobody.
        assertThat(there.size() - confirmed.size()).isBetween(0, producers * 4);
        assertThat(grape.tubes().status(TUBE.name()).orElseThrow().totals())
                .containsEntry("produced", (long) there.size());
    }

    private static List<String> ids(Grape grape) {
        List<String> ids = new ArrayList<>();
        for (JobState state : List.of(JobState.READY, JobState.DELAYED, JobState.RETAINED, JobState.FAILED)) {
            @Nullable String cursor = null;
            do {
                JobPage<String> page = grape.list(TUBE, state, 1000, cursor);
                page.jobs().stream().map(Job::id).forEach(ids::add);
                cursor = page.next();
            } while (cursor != null);
        }
        return ids;
    }
}
