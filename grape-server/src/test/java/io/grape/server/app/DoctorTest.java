package io.grape.server.app;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.grape.embedded.EmbeddedRedis;
import io.grape.harness.RedisNode;
import io.grape.harness.RunningBroker;
import io.grape.process.FreePorts;
import io.grape.redis.RawRedis;
import io.grape.redis.RedisStore;
import io.grape.redis.RedisStoreOptions;
import io.grape.redis.TestCluster;
import io.grape.redis.script.StoreListener;
import io.grape.server.check.RedisDiagnosis;
import io.grape.server.doctor.Finding;
import io.grape.server.doctor.Severity;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The doctor, and the same checks at a start, on real Redis processes with bad settings. */
@Tag("slow")
class DoctorTest {
    private static final String EVICTS = "maxmemory-policy: expected noeviction, got allkeys-lru: "
            + "a full Redis throws jobs away; remedy: CONFIG SET maxmemory-policy noeviction";
    private static final String FORGETS = "appendonly: expected yes, got no: when Redis goes down, jobs are lost; "
            + "remedy: CONFIG SET appendonly yes";

    @TempDir
    Path directory = Path.of("");

    @TempDir
    Path other = Path.of("");

    @Test
    void theEmbeddedRedisPassesEveryCheck() {
        try (RunningBroker doctor = RunningBroker.start("doctor", "--data-dir=" + directory)) {
            assertThat(doctor.awaitExit(RunningBroker.PATIENCE))
                    .as(doctor.out())
                    .isZero();
            assertThat(DoctorOutput.findings(doctor.out()))
                    .hasSizeGreaterThan(14)
                    .allSatisfy(line -> assertThat(line).startsWith("ok "));
        }
    }

    @Test
    void everySettingThatLosesJobsStopsAStartAndIsNamedWithItsRemedy() {
        try (RedisNode redis = bad("--save", "", "--maxmemory-policy", "allkeys-lru");
                RunningBroker broker = RunningBroker.start("--http-port=0", "--redis=" + redis.uri())) {
            assertThat(broker.awaitExit(RunningBroker.PATIENCE)).isEqualTo(1);
            assertThat(broker.err().lines())
                    .singleElement()
                    .asString()
                    .startsWith("grape: cannot start: redis: ")
                    .contains(EVICTS, FORGETS, "to start all the same: --allow-unsafe-redis true");
            assertThat(broker.out()).doesNotContain("grape is ready");
        }
    }

    @Test
    void aStartOnSuchARedisGoesWhereItIsAllowed() {
        try (RedisNode redis = bad("--save", "", "--maxmemory-policy", "allkeys-lru");
                RunningBroker broker = RunningBroker.start(
                                "--http-port=0", "--allow-unsafe-redis=true", "--redis=" + redis.uri())
                        .awaitReady()) {
            assertThat(broker.out().lines().filter(line -> line.contains("ERROR")))
                    .hasSize(2)
                    .anySatisfy(line -> assertThat(line).contains(EVICTS))
                    .anySatisfy(line -> assertThat(line).contains(FORGETS));
        }
    }

    @Test
    void theDoctorSaysWhatLosesJobsAndEndsWith1() {
        try (RedisNode redis = bad("--save", "60 1", "--maxmemory-policy", "allkeys-lru")) {
            DoctorOutput said = DoctorOutput.to("--redis=" + redis.uri());
            assertThat(said.status()).isEqualTo(1);
            assertThat(said.findings())
                    .anySatisfy(line -> assertThat(line).startsWith("LOSES JOBS  " + EVICTS))
                    .anySatisfy(line -> assertThat(line)
                            .startsWith("LOSES JOBS  appendonly: expected yes, got no, only snapshots (save 60 1)"))
                    .anySatisfy(line -> assertThat(line).startsWith("ok          scripts: "));
            try (RawRedis raw = RawRedis.to(redis.uri())) {
                assertThat(raw.commands().dbsize()).as("what the doctor left").isZero();
            }
        }
    }

    @ParameterizedTest
    @CsvSource({"--hash-max-listpack-value,64", "--zset-max-listpack-entries,128", "--maxmemory,0", "--appendfsync,no"})
    void whatIsOnlyRiskyIsAWarningAndFit(String setting, String value) {
        try (RedisNode redis = bad("--appendonly", "yes", setting, value)) {
            DoctorOutput said = DoctorOutput.to("--redis=" + redis.uri());
            assertThat(said.status()).isZero();
            assertThat(said.findings())
                    .anySatisfy(line -> assertThat(line)
                            .startsWith("warn        " + setting.substring(2) + ": expected ")
                            .contains(", got " + value + ": ", "remedy: CONFIG SET " + setting.substring(2) + " "));
        }
    }

    @Test
    void aNodeOfAClusterUnderAStandaloneAddressStopsAStartWhateverIsAllowed() {
        try (RedisNode redis =
                        bad("--appendonly", "yes", "--cluster-enabled", "yes", "--cluster-port", "" + FreePorts.one());
                RunningBroker broker = RunningBroker.start("--allow-unsafe-redis=true", "--redis=" + redis.uri())) {
            assertThat(broker.awaitExit(RunningBroker.PATIENCE)).isEqualTo(1);
            assertThat(broker.err())
                    .contains("cluster_enabled: expected 0", "remedy: say redis-cluster://HOST:PORT in --redis");
        }
    }

    @Test
    void aReplicaStopsAStartAndItsMasterIsWarnedOf() {
        try (RedisNode master = bad("--appendonly", "yes");
                RedisNode replica = RedisNode.start(other, FreePorts.one(), "--appendonly", "yes");
                RawRedis raw = RawRedis.to(replica.uri())) {
            raw.commands().replicaof("127.0.0.1", master.port());
            await().atMost(RunningBroker.PATIENCE)
                    .until(() -> raw.commands().info("replication").contains("master_link_status:up"));
            try (RunningBroker broker = RunningBroker.start("--http-port=0", "--redis=" + replica.uri())) {
                assertThat(broker.awaitExit(RunningBroker.PATIENCE)).isEqualTo(1);
                assertThat(broker.err()).contains("role: expected master, got slave", "(127.0.0.1:" + master.port());
            }
            assertThat(checkup(master.uri(), Duration.ZERO))
                    .anySatisfy(finding -> assertThat(finding.line())
                            .startsWith("warn        min-replicas-to-write: expected 1 or more"));
        }
    }

    @Test
    void whatAUserMayNotSeeIsSaidAndNotJudged() {
        try (RedisNode redis = bad("--maxmemory-policy", "allkeys-lru");
                RawRedis raw = RawRedis.to(redis.uri())) {
            raw.setUser("blind", "on >secret ~* &* +@all -config");
            String uri = redis.uri().replace("redis://", "redis://blind:secret@");
            DoctorOutput said = DoctorOutput.to("--redis=" + uri);
            assertThat(said.findings())
                    .anySatisfy(line -> assertThat(line).startsWith("not seen    hash-max-listpack-value: "))
                    .anySatisfy(line ->
                            assertThat(line).startsWith("warn        rights: ").contains("+config|get"))
                    .anySatisfy(line -> assertThat(line).startsWith("ok          clock: "));
            raw.setUser("blind", "-info");
            assertThat(DoctorOutput.to("--redis=" + uri).findings())
                    .anySatisfy(line -> assertThat(line).startsWith("not seen    maxmemory-policy: "))
                    .anySatisfy(line ->
                            assertThat(line).startsWith("UNUSABLE    rights: ").contains("+info"));
        }
    }

    /** The rights of a release before this one, for example, are not enough for this one. */
    @Test
    void userWithoutSomeRightStopsAStart() {
        try (EmbeddedRedis redis = EmbeddedRedis.durable(directory);
                RawRedis raw = RawRedis.to(redis.uri())) {
            raw.setUser("worker", "on >secret ~* &* +@all -hstrlen -spop");
            String uri = redis.uri().replaceFirst("://(.*@)?", "://worker:secret@");
            String expected = "rights: expected those of docs/operations.md, got a user without +hstrlen +spop";
            DoctorOutput said = DoctorOutput.to("--redis=" + uri);
            assertThat(said.status()).isEqualTo(1);
            assertThat(said.findings())
                    .anySatisfy(line -> assertThat(line)
                            .startsWith("UNUSABLE    " + expected)
                            .contains("remedy: ACL SETUSER USER +hstrlen +spop"));
            try (RunningBroker broker =
                    RunningBroker.start("--http-port=0", "--redis=" + uri, "--allow-unsafe-redis=true")) {
                assertThat(broker.awaitExit(RunningBroker.PATIENCE)).isEqualTo(1);
                assertThat(broker.err()).contains(expected);
            }
        }
    }

    @Test
    void aMachineWhoseClockIsOffIsWarned() {
        try (EmbeddedRedis redis = EmbeddedRedis.durable(directory)) {
            assertThat(checkup(redis.uri(), Duration.ofMinutes(-1)))
                    .filteredOn(finding -> finding.severity() != Severity.OK)
                    .singleElement()
                    .satisfies(finding -> assertThat(finding.sentence())
                            .matches("clock: expected at most 250 ms .*, got -(60|59)\\d{3} ms .*remedy: run NTP.*"));
        }
    }

    @Test
    void eachMasterOfAClusterIsLookedAt() {
        await().atMost(RunningBroker.PATIENCE)
                .untilAsserted(() -> assertThat(checkup(TestCluster.uri(), Duration.ZERO))
                        .filteredOn(finding -> finding.name().endsWith(" min-replicas-to-write"))
                        .as("once each has its replica")
                        .hasSize(3)
                        .allSatisfy(finding -> assertThat(finding.severity()).isEqualTo(Severity.WARN)));
        assertThat(checkup(TestCluster.uri(), Duration.ZERO))
                .noneSatisfy(finding -> assertThat(finding.severity().isUnfit()).isTrue());
    }

    @Test
    void aRedisThatCannotBeReachedEndsTheDoctorWith1() {
        int port = FreePorts.one();
        try (RunningBroker doctor = RunningBroker.start("doctor", "--redis=redis://127.0.0.1:" + port)) {
            assertThat(doctor.awaitExit(RunningBroker.PATIENCE)).isEqualTo(1);
            assertThat(doctor.err().lines()).singleElement().asString().startsWith("grape: Redis cannot be reached: ");
        }
    }

    @Test
    void aRedisThatIsNoClusterIsNamedAsThatByTheDoctorAndAtAStart() {
        try (RedisNode redis = bad("--appendonly", "yes")) {
            String uri = redis.uri().replace("redis://", "redis-cluster://");
            DoctorOutput said = DoctorOutput.to("--redis=" + uri);
            assertThat(said.status()).isEqualTo(1);
            assertThat(said.findings())
                    .containsExactly("UNUSABLE    cluster_enabled: expected 1, as --redis says redis-cluster://, got 0:"
                            + " it is no Cluster; remedy: say redis:// or redis-sentinel:// in --redis");
            try (RunningBroker start = RunningBroker.start("--http-port=0", "--redis=" + uri)) {
                assertThat(start.awaitExit(RunningBroker.PATIENCE)).isEqualTo(1);
                assertThat(start.err()).contains("expected a Cluster", "remedy: say redis://");
                assertThat(start.out()).doesNotContain("will retry");
            }
        }
    }

    @Test
    void aRedisThatIsNearlyFullIsWarnedOf() {
        try (RedisNode redis = bad("--appendonly", "yes", "--maxmemory", "4mb");
                RawRedis raw = RawRedis.to(redis.uri())) {
            assertThatThrownBy(() -> {
                        for (int i = 0; i < 1000; i++) {
                            raw.commands().set("filler" + i, "x".repeat(50_000));
                        }
                    })
                    .hasMessageContaining("OOM");
            DoctorOutput said = DoctorOutput.to("--redis=" + redis.uri());
            assertThat(said.status()).as("it still drains").isZero();
            assertThat(said.findings())
                    .anySatisfy(line -> assertThat(line)
                            .matches("warn        used_memory: expected at most 90 %, got (9|10)\\d % of maxmemory: .*"
                                    + "remedy: let consumers catch up, or give it more: CONFIG SET maxmemory BYTES.*"));
        }
    }

    private RedisNode bad(String... settings) {
        return RedisNode.start(directory, FreePorts.one(), settings);
    }

    private static List<Finding> checkup(String uri, Duration off) {
        RedisStoreOptions options =
                new RedisStoreOptions(uri, "grape", "doctor", Duration.ofSeconds(10), Duration.ofSeconds(6));
        try (RedisStore store = RedisStore.open(options, StoreListener.NONE)) {
            return new RedisDiagnosis(store, uri, () -> Instant.now().plus(off))
                    .run()
                    .await();
        }
    }
}
