package io.grape.server.migration;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.grape.core.JobId;
import io.grape.core.JobState;
import io.grape.core.TubeName;
import io.grape.core.job.Acknowledgement;
import io.grape.core.job.Job;
import io.grape.core.job.JobQuery;
import io.grape.redis.InvariantsExtension;
import io.grape.redis.OldGrape;
import io.grape.redis.RawRedis;
import io.grape.redis.RedisStore;
import io.grape.redis.TestRedis;
import io.grape.redis.migration.Grape13Redis;
import io.grape.server.access.CommandAudit;
import io.grape.server.app.Main;
import io.grape.server.migration.ImportCommand.Act;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** What a Grape 1.3 left in its Redis is taken over: all of it, and each job once. */
final class ImportTest {
    private static final long HOUR = Duration.ofHours(1).toMillis();
    private static final Duration PATIENCE = Duration.ofMinutes(5);

    private final String namespace = TestRedis.newNamespace();
    private final String oldNamespace = TestRedis.newNamespace();

    @RegisterExtension
    final InvariantsExtension invariants = new InvariantsExtension(TestRedis::uri, () -> namespace);

    private final OldGrape old = new OldGrape(oldNamespace);
    private final RedisStore store = TestRedis.open(TestRedis.uri(), namespace);
    private final List<String> said = new ArrayList<>();

    @AfterEach
    void close() {
        store.close();
        old.close();
    }

    private static <T> T get(CompletionStage<T> stage) {
        return stage.toCompletableFuture().join();
    }

    private long run(Act act) {
        said.clear();
        try (Grape13Redis from = Grape13Redis.open(TestRedis.uri(), oldNamespace, Duration.ofSeconds(20))) {
            ImportTarget into = new ImportTarget(store.tubes(), store.adoption(), new CommandAudit(store.audit()));
            return new Grape13Import(from, into, said::add).run(act);
        }
    }

    private Job peek(String tube, String id) {
        return get(store.broker().peek(new TubeName(tube), new JobId(id)));
    }

    private List<Job> consume(String tube, int max) {
        return get(store.broker().consume(new TubeName(tube), max, Duration.ZERO))
                .jobs();
    }

    private void finish(String tube, List<Job> jobs) {
        get(store.broker()
                        .acknowledge(
                                new TubeName(tube),
                                jobs.stream()
                                        .map(job -> new Acknowledgement.Finish(job.id(), job.requireLease()))
                                        .toList()))
                .forEach(outcome -> outcome.get());
    }

    private long now() {
        return get(store.time()).toEpochMilli();
    }

    @Test
    void eachPlaceHasItsState() {
        long now = now();
        String large = "x".repeat(5000);
        old.tube("orders")
                .tube("empty")
                .job("orders", "delay", "due", now - HOUR, 0, "{\"n\":1}")
                .job("orders", "delay", "later", now + HOUR, 2, large)
                .job("orders", "retain", "held", now + HOUR, 1, "held")
                .job("orders", "failed", "订单/1", now - HOUR, 7, "failed")
                .flush();
        Map<String, Object> before = old.all("orders");

        assertThat(run(Act.IMPORT)).isZero();

        Job due = consume("orders", 10).get(0);
        assertThat(due.id()).isEqualTo(new JobId("due"));
        assertThat(due.payload().bytes()).isEqualTo("{\"n\":1}".getBytes(UTF_8));
        assertThat(due.ttr()).isEqualTo(Duration.ofSeconds(30));
        assertThat(due.maxAttempts()).isZero();
        Job later = peek("orders", "later");
        assertThat(later.state()).isEqualTo(JobState.DELAYED);
        assertThat(later.dueAt()).isEqualTo(Instant.ofEpochMilli(now + HOUR));
        assertThat(later.payload().bytes()).isEqualTo(large.getBytes(UTF_8));
        assertThat(later.earlier()).isEqualTo(2);
        assertThat(peek("orders", "held").dueAt()).isEqualTo(Instant.ofEpochMilli(now + HOUR));
        Job failed = peek("orders", "订单/1");
        assertThat(failed.state()).isEqualTo(JobState.FAILED);
        assertThat(failed.reason()).isEqualTo("buried at Grape 1.3");
        assertThat(failed.failedAt()).isEqualTo(Instant.ofEpochMilli(now - HOUR));
        assertThat(get(store.tubes().describe(new TubeName("empty"))).settings().maxAttempts())
                .isZero();
        assertThat(old.all("orders")).isEqualTo(before);
        assertThat(said.get(said.size() - 1))
                .isEqualTo("in all: 4 jobs taken over, 0 were before, 0 have an id that is live here, left out 0");
    }

    @Test
    void itIsInTheAuditLog() {
        old.tube("orders").job("orders", "delay", "a", now(), 0, "x").flush();
        List.of(Act.DRY_RUN, Act.IMPORT, Act.FORGET).forEach(this::run);
        assertThat(get(store.audit().read(null, 10)).entries())
                .extracting(kept -> kept.entry())
                .extracting(one ->
                        one.actor() + " " + one.action() + " " + one.subject().detail() + " " + one.outcome())
                .containsExactly("cli import.grape13 forget ok", "cli import.grape13 import ok");
    }

    @Test
    void aDryRunCountsAndWritesNothing() {
        old.tube("orders")
                .job("orders", "delay", "a", now(), 0, "x")
                .job("orders", "failed", "b", now(), 0, "x")
                .flush();
        assertThat(run(Act.DRY_RUN)).isZero();
        assertThat(said).containsExactly("tube orders: delay 1 retain 0 failed 1", "in all: 2 jobs, left out 0");
        assertThat(get(store.tubes().names())).isEmpty();
    }

    @Test
    void whatCannotBeTakenOverIsNamedAndTheOthersAreTakenOver() {
        old.tube("orders")
                .tube("no tube")
                .tube("no\ntube\u001b[31m\u202e")
                .job("orders", "delay", "a", now(), 0, "x")
                .job("orders", "delay", "..", now(), 0, "x")
                .job("orders", "delay", "x".repeat(201), now(), 0, "x")
                .member("orders", "delay", "gone", now())
                .flush();
        assertThat(run(Act.IMPORT)).isEqualTo(5);
        assertThat(String.join("\n", said))
                .contains(
                        "left out: tube no tube: its name cannot be that of a tube",
                        "left out: tube no?tube?[31m?: its name cannot be that of a tube",
                        "left out: tube orders, job ..: id: expected anything but . and ..",
                        "its id is not 1 to 200 characters",
                        "left out: tube orders, job gone: it has no hash");
        assertThat(consume("orders", 10)).hasSize(1);
    }

    @Test
    void aJobThatWasTakenOverAndIsFinishedDoesNotComeAgain() {
        old.tube("orders")
                .job("orders", "delay", "a", now() - HOUR, 0, "x")
                .job("orders", "delay", "b", now() - HOUR, 0, "x")
                .flush();
        run(Act.IMPORT);
        finish("orders", consume("orders", 1));
        old.job("orders", "delay", "0-earlier-than-all", 1, 0, "x").flush();

        assertThat(run(Act.IMPORT)).isZero();

        assertThat(said).contains("tube orders: 1 jobs taken over, 2 were before, 0 have an id that is live here");
        assertThat(consume("orders", 10))
                .extracting(job -> job.id().value())
                .containsExactly("0-earlier-than-all", "b");
    }

    @Test
    void onceItIsForgottenAllIsTakenOverAgainButWhatIsLive() {
        old.tube("orders")
                .job("orders", "delay", "a", now() - HOUR, 0, "x")
                .job("orders", "delay", "b", now() - HOUR, 0, "x")
                .flush();
        run(Act.IMPORT);
        finish("orders", consume("orders", 1));
        run(Act.FORGET);
        run(Act.IMPORT);
        assertThat(said).contains("tube orders: 1 jobs taken over, 0 were before, 1 have an id that is live here");
    }

    private Process process(String... more) throws IOException {
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:TieredStopAtLevel=1",
                "-Dlogback.configurationFile=logback.xml",
                "-cp",
                System.getProperty("java.class.path"),
                Main.class.getName(),
                ImportCommand.NAME,
                "--from=" + TestRedis.uri(),
                "--from-namespace",
                oldNamespace,
                "--redis=" + TestRedis.uri(),
                "--namespace=" + namespace));
        command.addAll(List.of(more));
        return new ProcessBuilder(command).redirectErrorStream(true).start();
    }

    private static String end(Process process) throws IOException, InterruptedException {
        String out = new String(process.getInputStream().readAllBytes(), UTF_8);
        assertThat(process.waitFor(PATIENCE.toSeconds(), TimeUnit.SECONDS)).isTrue();
        assertThat(process.exitValue()).as(out).isZero();
        return out;
    }

    /** Kills the first import once it has taken over some, finishes some of those, and imports the rest. */
    private void survivesAKill(int tubes, int jobs) throws IOException, InterruptedException {
        long now = now();
        for (int i = 0; i < jobs; i++) {
            String tube = "t" + i % tubes;
            String place = i % 10 == 0 ? "failed" : i % 10 == 1 ? "retain" : "delay";
            old.tube(tube).job(tube, place, "job-" + i, now - HOUR + i, 0, "payload " + i);
        }
        old.flush();
        Process first = process();
        try (RawRedis redis = RawRedis.to(TestRedis.uri())) {
            while (first.isAlive() && redis.commands().scard(namespace + ":{t0}:adopted") < jobs / tubes / 2) {
                Thread.onSpinWait();
            }
            first.destroyForcibly().waitFor();
        }
        Map<String, Integer> seen = new HashMap<>();
        drain(tubes, seen);
        int before = seen.size();
        assertThat(before).as("taken over before the kill").isLessThan(jobs);

        assertThat(end(process())).contains("left out 0");

        drain(tubes, seen);
        assertThat(seen).hasSize(jobs);
        assertThat(seen.values()).containsOnly(1);
    }

    private void drain(int tubes, Map<String, Integer> seen) {
        for (int i = 0; i < tubes; i++) {
            String tube = "t" + i;
            for (List<Job> jobs = consume(tube, 1000); !jobs.isEmpty(); jobs = consume(tube, 1000)) {
                jobs.forEach(job -> seen.merge(job.id().value(), 1, Integer::sum));
                finish(tube, jobs);
            }
            TubeName name = new TubeName(tube);
            if (get(store.tubes().exists(name))) {
                for (List<Job> jobs = failed(name); !jobs.isEmpty(); jobs = failed(name)) {
                    jobs.forEach(job -> seen.merge(job.id().value(), 1, Integer::sum));
                    jobs.forEach(job -> get(store.broker().discard(name, job.id())));
                }
            }
        }
    }

    private List<Job> failed(TubeName tube) {
        return get(store.broker().list(tube, new JobQuery(JobState.FAILED, 1000, null)))
                .jobs();
    }

    @Test
    void anImportThatIsKilledGoesOnWithoutALossOrADouble() throws IOException, InterruptedException {
        survivesAKill(4, 2000);
    }

    @Test
    @Tag("long")
    void aHundredThousandJobsAreTakenOverWithoutALossOrADouble() throws IOException, InterruptedException {
        survivesAKill(4, 100_000);
    }
}
