package io.grape.redis;

import static io.grape.redis.TestStore.TIMEOUT;
import static io.grape.redis.TestStore.TUBE;
import static io.grape.redis.TestStore.code;
import static io.grape.redis.TestStore.failure;
import static io.grape.redis.TestStore.get;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.grape.core.ErrorCode;
import io.grape.core.GrapeException;
import io.grape.harness.Directories;
import io.grape.harness.RedisNode;
import io.grape.process.FreePorts;
import io.grape.redis.script.StoreListener;
import io.lettuce.core.ScriptOutputType;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A Redis that answers, but not with what was asked for: each of its reasons is brought about, and passes. */
@Tag("slow")
final class RefusalTest {
    private static final Duration SOON = Duration.ofSeconds(20);
    private static final String NAMESPACE = "grape";

    @TempDir
    private Path directory;

    private RedisNode redis;
    private RawRedis raw;
    private TestStore store;

    @BeforeEach
    void start() {
        redis = RedisNode.start(directory, FreePorts.one(), "--save", "3600 1000", "--busy-reply-threshold", "50");
        raw = RawRedis.to(redis.uri());
        store = TestStore.open(redis.uri(), NAMESPACE);
    }

    @AfterEach
    void stop() {
        store.close();
        raw.close();
        redis.close();
    }

    private void awaitRefusal(String word) {
        await().atMost(SOON)
                .until(() -> failure(store.store().check())
                        .filter(refused -> refused.code() == ErrorCode.STORE_UNAVAILABLE)
                        .map(GrapeException::detail)
                        .filter(detail -> detail.contains(word))
                        .isPresent());
        assertThat(code(store.produceAsync("refused"))).contains(ErrorCode.STORE_UNAVAILABLE);
    }

    @Test
    void whileAScriptOfAnotherClientRunsAway() {
        var runaway = raw.async().eval("while true do end", ScriptOutputType.STATUS);
        awaitRefusal("BUSY");
        try (RawRedis other = RawRedis.to(redis.uri())) {
            other.commands().scriptKill();
        }
        assertThat(runaway.toCompletableFuture()).failsWithin(SOON);
        store.awaitUsable();
    }

    @Test
    void whileItCannotWriteItsFile() throws IOException {
        Path inTheWay = Files.createDirectory(directory.resolve("dump.rdb"));
        raw.commands().bgsave();
        awaitRefusal("MISCONF");
        Files.delete(inTheWay);
        await().atMost(SOON).ignoreExceptions().until(() -> raw.commands().bgsave() != null);
        store.awaitUsable();
    }

    @Test
    void whileItHasTooFewReplicas() {
        raw.commands().configSet("min-replicas-to-write", "1");
        awaitRefusal("NOREPLICAS");
        raw.commands().configSet("min-replicas-to-write", "0");
        store.awaitUsable();
    }

    @Test
    void whileItIsAReplica() {
        raw.commands().replicaof("127.0.0.1", FreePorts.one());
        awaitRefusal("READONLY");
        raw.commands().replicaofNoOne();
        store.awaitUsable();
    }

    @Test
    void aReplicaIsLeftForTheMasterOfTheSameName(@TempDir Path other) throws IOException {
        try (RedisNode master = RedisNode.start(other, FreePorts.one());
                LossyWire name = LossyWire.to(redis.port());
                TestStore far = TestStore.open(name.uri(), NAMESPACE)) {
            raw.commands().replicaof("127.0.0.1", master.port());
            name.leadTo(master.port());
            far.awaitUsable();
            far.produce(1);
            try (RawRedis onMaster = RawRedis.to(master.uri())) {
                assertThat(onMaster.commands().dbsize()).isPositive();
            }
        }
    }

    @Test
    void whileItLoadsItsData() throws IOException {
        try (RedisNode node = RedisNode.start(
                        Directories.ofBuild(),
                        FreePorts.one(),
                        "--save",
                        "",
                        "--key-load-delay",
                        "2000",
                        "--loading-process-events-interval-bytes",
                        "1024");
                TestStore loading = TestStore.open(node.uri(), NAMESPACE)) {
            try (RawRedis filler = RawRedis.to(node.uri())) {
                for (int i = 0; i < 3000; i++) {
                    filler.commands().set("filler" + i, "x".repeat(100));
                }
                filler.commands().save();
            }
            node.kill();
            node.launch();
            await().atMost(SOON)
                    .until(() -> failure(loading.store().check())
                            .map(GrapeException::detail)
                            .filter(detail -> detail.contains("LOADING"))
                            .isPresent());
            assertThat(code(loading.consumeAsync(1))).contains(ErrorCode.STORE_UNAVAILABLE);
            try (RawRedis hurry = RawRedis.to(node.uri())) {
                hurry.commands().configSet("key-load-delay", "0");
            }
            loading.awaitUsable();
        }
    }

    @Test
    void whileItsUserMayNotRunScripts() {
        raw.setUser("worker", "on >secret ~* &* +@all -eval -evalsha");
        try (TestStore worker = TestStore.open(uriOf("worker"), NAMESPACE)) {
            assertThat(failure(worker.store().check())).hasValueSatisfying(refused -> {
                assertThat(refused.code()).isEqualTo(ErrorCode.STORE_UNAVAILABLE);
                assertThat(refused.detail()).contains("+evalsha");
            });
            raw.setUser("worker", "+eval +evalsha");
            worker.awaitUsable();
        }
    }

    private String uriOf(String user) {
        return redis.uri().replace("redis://", "redis://" + user + ":secret@");
    }

    @Test
    void aUserWithFewRightsIsEnough() {
        raw.setUser(
                "worker",
                "on >secret ~grape:* ~{grape:tubes}:* &grape:hints +@read +@write +@connection +@pubsub"
                        + " +eval +evalsha +time -@dangerous");
        try (TestStore worker = TestStore.open(uriOf("worker"), NAMESPACE)) {
            get(worker.store().wakeUps().subscribe((tube, wait) -> {}, () -> {}));
            worker.produce(3);
            worker.finish(worker.consume(1));
            assertThat(worker.tube().name()).isEqualTo(TUBE);
            assertThat(get(worker.store().tubes().names())).containsExactly(TUBE);
            get(worker.store().brokers().announce(TUBE));
            get(worker.store().brokers().heartbeat());
            get(worker.store().tubes().delete(TUBE));
            get(worker.store().brokers().leave());
        }
    }

    @Test
    void everyCallIsToldOfWhetherItSucceededOrNot() {
        Queue<String> told = new ConcurrentLinkedQueue<>();
        StoreListener listener = (call, duration, succeeded) -> {
            assertThat(duration).isPositive();
            told.add(call + " " + succeeded);
        };
        try (TestStore heard = TestStore.open(redis.uri(), NAMESPACE, TIMEOUT, listener)) {
            heard.awaitUsable();
            get(heard.store().tubes().names());
            raw.commands().configSet("min-replicas-to-write", "1");
            failure(heard.store().check());
            get(heard.store().tubes().names());
        }
        assertThat(List.copyOf(told))
                .containsExactly(
                        "write_probe true",
                        "rights true",
                        "get true",
                        "get true",
                        "sscan true",
                        "write_probe false",
                        "get true");
    }
}
