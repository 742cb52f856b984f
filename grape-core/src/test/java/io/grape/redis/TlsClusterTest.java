package io.grape.redis;

import static io.grape.redis.TestStore.get;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.grape.core.ErrorCode;
import io.grape.core.GrapeException;
import io.grape.core.JobId;
import io.grape.core.TubeName;
import io.grape.core.job.Job;
import io.grape.core.job.NewJob;
import io.grape.core.job.Payload;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A Cluster that speaks nothing but TLS, and lets nobody in without a user. */
@Tag("alone")
final class TlsClusterTest {
    private static final int MASTERS = 3;

    @TempDir
    private static Path keys;

    private static TlsServers servers;
    private static List<Integer> nodes;

    @BeforeAll
    static void start() throws Exception {
        servers = TlsServers.inDirectory(keys);
        nodes = Stream.generate(() -> servers.startNode("cluster-enabled yes", "cluster-node-timeout 2000"))
                .limit(MASTERS)
                .toList();
        servers.formCluster(nodes);
        await().atMost(Duration.ofSeconds(60)).until(() -> nodes.stream().allMatch(TlsClusterTest::isWhole));
    }

    private static boolean isWhole(int node) {
        try (RawRedis redis = RawRedis.to("rediss://" + TlsServers.LOGIN + "127.0.0.1:" + node)) {
            return redis.commands().clusterInfo().contains("cluster_state:ok");
        }
    }

    @AfterAll
    static void stop() {
        if (servers != null) {
            servers.close();
        }
    }

    /** The first calls may take longer than a call may: TLS begins at each node. */
    private static TestStore open(String uri) {
        TestStore store = TestStore.open(uri, TestRedis.newNamespace());
        store.awaitUsable();
        return store;
    }

    @Test
    void jobsOfTubesAtEachNodeComeBack() {
        try (TestStore store = open("rediss-cluster://" + TlsServers.LOGIN + TlsServers.hosts(nodes))) {
            List<TubeName> tubes = IntStream.range(0, 12)
                    .mapToObj(i -> new TubeName("tube" + i))
                    .toList();
            for (TubeName tube : tubes) {
                NewJob job = NewJob.of(new JobId("of-" + tube.value()), Payload.binary(new byte[] {1}));
                get(store.store().broker().produce(tube, List.of(job)));
            }
            assertThat(store.store().nodes().toCompletableFuture().join()).hasSize(MASTERS);
            for (TubeName tube : tubes) {
                List<Job> jobs = get(store.store().broker().consume(tube, 5, Duration.ZERO))
                        .jobs();
                assertThat(jobs).extracting(job -> job.id().value()).containsExactly("of-" + tube.value());
            }
        }
    }

    @Test
    void oneNodeLeadsToTheOthers() {
        try (TestStore store = open("rediss-cluster://" + TlsServers.LOGIN + TlsServers.hosts(nodes.subList(0, 1)))) {
            store.produce(3);
            assertThat(store.consume(5)).hasSize(3);
            assertThat(get(store.store().nodes())).hasSize(MASTERS);
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "redis-cluster://broker:s%3Ae%40c%2Fr%23t@",
                "rediss-cluster://broker:wrong-one@",
                "rediss-cluster://"
            })
    void whoeverSpeaksNoTlsOrHasNotThePasswordIsRefusedAndNoPasswordIsTold(String scheme) {
        assertThatThrownBy(() -> open(scheme + TlsServers.hosts(nodes)).close())
                .isInstanceOfSatisfying(
                        GrapeException.class,
                        refused -> assertThat(refused.code()).isEqualTo(ErrorCode.STORE_UNAVAILABLE))
                .hasMessageNotContainingAny(TlsServers.PASSWORD, "s%3Ae%40c%2Fr%23t", "wrong-one");
    }
}
