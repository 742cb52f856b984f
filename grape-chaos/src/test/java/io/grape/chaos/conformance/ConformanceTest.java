package io.grape.chaos.conformance;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.grape.harness.Directories;
import io.grape.harness.HarnessFailure;
import io.grape.harness.Programs;
import io.grape.harness.RedisNode;
import io.grape.harness.RunningBroker;
import io.grape.process.ChildProcess;
import io.grape.process.FreePorts;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The workers of docs/other-languages.md do all that is asked for, and one that lacks any of it is found. */
@Tag("slow")
@SuppressWarnings("NullAway.Init") // What is started before the first test.
class ConformanceTest {
    private static final Path WORKERS = Path.of("../grape-examples/src/main").toAbsolutePath();
    private static final Path PYTHON = WORKERS.resolve("python/worker.py");
    private static final Duration LONG = Duration.ofMinutes(2);
    private static final int SIDE_BY_SIDE = 4;

    private static RedisNode redis;
    private static RunningBroker broker;

    @TempDir
    private Path directory;

    /** A worker that does not do what the case with this name asks for. */
    private record Fault(String in, String right, String wrong) {}

    private static final String START = "threading.Thread(target=keep, daemon=True).start()";

    private static final List<Fault> FAULTS = List.of(
            new Fault("long-job", "job[\"until\"] - time.monotonic() < job[\"ttrMs\"] / 1500", "False"),
            new Fault("lost-while-working", "held.pop(lease, None) and", "held.pop(lease, job) and"),
            new Fault("lost-at-the-end", "status in (429,", "status in (409, 429,"),
            new Fault("shed", "max(float(after), jitter(tries, 0.1, 30))", "0.05"),
            new Fault("draining", "max(float(after), jitter(tries, 0.1, 30))", "0.05"),
            new Fault("quota", "max(float(after), jitter(tries, 0.1, 30))", "0.05"),
            new Fault("shed-finish", "max(float(after), jitter(tries, 0.1, 30))", "0.05"),
            new Fault("cut", "max(float(after), jitter(tries, 0.1, 30))", "0"),
            new Fault(
                    "lost-response", "except (OSError, ValueError, client.HTTPException)", "except ZeroDivisionError"),
            new Fault("slow", "timeout=40)", "timeout=2)"),
            new Fault("failing", "{\"delayMs\": int(1000 * delay)}", "{}"),
            new Fault("failing", "jitter(job[\"attempt\"] - 1, 5, 3600)", "5"),
            new Fault("failing", "except Exception as failure:", "except ZeroDivisionError as failure:"),
            new Fault("last-attempt", "if last else", "if False else"),
            new Fault("last-attempt", "{\"reason\": str(failure)[:1000]}", "{}"),
            new Fault("odd-id", "quote(job['id'], safe='')", "job['id']"),
            new Fault("new-fields", "body.get(\"jobs\", []))", "body.get(\"jobs\", []) if \"later\" not in job)"),
            new Fault("idle", "max=5, waitMs=20000", "max=5"),
            new Fault("end-at-work", "call(op, job, **query)", "(stopping.is_set() or call(op, job, **query))"),
            new Fault("end-idle", "stopping.set(), held or", "held or"),
            new Fault("killed", START, presence("WORKER = '0123456789'") + START));

    /** What docs/other-languages.md adds to the worker, with another first line. */
    private static String presence(String first) {
        try {
            String page = Files.readString(Path.of("../docs/other-languages.md"));
            String own = "WORKER = HEADERS[\"Grape-Worker\"] = uuid.uuid4().hex";
            int begin = page.indexOf(own);
            assertThat(begin).isPositive();
            return "import uuid\n"
                    + page.substring(begin, page.indexOf("```", begin)).replace(own, first.isEmpty() ? own : first);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Test
    void theWorkerOfPythonWithAPresenceGetsItsJobsAgainWhenItIsKilled() throws IOException {
        String source = Files.readString(PYTHON);
        Path worker = Files.writeString(directory.resolve("present.py"), source.replace(START, presence("") + START));
        assertThat(lines(python(worker), cases("killed")))
                .singleElement()
                .asString()
                .startsWith("ok ");
    }

    @Test
    void workerOfNodeWithPresenceGetsItsJobsAgainWhenItIsKilled() throws IOException {
        assertThat(lines(presentNode("present.mjs", true), cases("killed")))
                .singleElement()
                .asString()
                .startsWith("ok ");
        assertThat(lines(presentNode("end.mjs", true), cases("end-idle")))
                .singleElement()
                .asString()
                .startsWith("ok ");
        assertThat(lines(presentNode("nameless.mjs", false), cases("killed")))
                .singleElement()
                .asString()
                .startsWith("WRONG killed");
    }

    /**
     * The worker of Node.js with what docs/other-languages.md adds to it.
     *
     * @param isNamed whether it names itself in its calls
     */
    private String presentNode(String name, boolean isNamed) throws IOException {
        String page = Files.readString(Path.of("../docs/other-languages.md"));
        String naming = "headers['Grape-Worker'] = worker;";
        int begin = page.indexOf("const worker = crypto.randomUUID();");
        assertThat(begin).isPositive();
        String presence = page.substring(begin, page.indexOf("```", begin));
        assertThat(presence).contains(naming);
        if (!isNamed) {
            presence = presence.replace(naming, "");
        }
        String loop = "for (let tries = 0; !stopping.signal.aborted;) {";
        String source = Files.readString(WORKERS.resolve("node/worker.mjs"));
        assertThat(source).contains(loop);
        Path worker =
                Files.writeString(directory.resolve(name), source.replace(loop, presence + loop) + "process.exit();\n");
        return command("node", worker);
    }

    @BeforeAll
    static void start() throws IOException {
        redis = RedisNode.start(Directories.ofBuild(), FreePorts.one(), "--appendonly", "yes", "--save", "");
        broker = RunningBroker.start("--redis", redis.uri(), "--http-port", "0");
        broker.awaitServing();
    }

    @AfterAll
    static void end() {
        broker.close();
        redis.close();
    }

    private static String command(String program, Path worker) {
        assumeTrue(Programs.find(program).isPresent(), program + " is not there");
        return program + " '" + worker + "'";
    }

    private static String python(Path worker) {
        return command("python3", worker);
    }

    private static String node() {
        return command("node", WORKERS.resolve("node/worker.mjs"));
    }

    private static List<String> lines(String worker, List<Case> cases) {
        ByteArrayOutputStream printed = new ByteArrayOutputStream();
        new Conformance(new RealBroker(broker.uri(), ""), worker, new PrintStream(printed, true, UTF_8)).run(cases);
        return printed.toString(UTF_8).lines().toList();
    }

    private static List<Case> cases(String name) {
        return Cases.ALL.stream().filter(play -> play.name().equals(name)).toList();
    }

    @Test
    void theWorkerOfPythonDoesAll() {
        assertThat(lines(python(PYTHON), Cases.ALL)).hasSameSizeAs(Cases.ALL).allMatch(line -> line.startsWith("ok "));
    }

    @Test
    void theWorkerOfNodeDoesAll() {
        assertThat(lines(node(), Cases.ALL)).hasSameSizeAs(Cases.ALL).allMatch(line -> line.startsWith("ok "));
    }

    /** The shell that runs it does not end before the worker, which gets SIGTERM all the same. */
    @Test
    void theCommandIsOneOfTheShell() {
        assumeTrue(Programs.find("python3").isPresent(), "python3 is not there");
        Path name = PYTHON.getFileName();
        for (String command : List.of(
                "A=1 python3 '" + PYTHON + "'",
                "cd '" + PYTHON.getParent() + "' && python3 " + name,
                "cd '" + PYTHON.getParent() + "'; python3 " + name + " | cat; true")) {
            assertThat(lines(command, cases("end-at-work")))
                    .as(command)
                    .singleElement()
                    .asString()
                    .startsWith("ok ");
        }
    }

    @Test
    void whatAWorkerSaidIsToldOnce() {
        assertThat(lines("echo boom", cases("idle")))
                .singleElement()
                .asString()
                .endsWith("ended with status 0 and said: boom; it should consume");
        assertThat(lines("echo a; echo b; exit 3", cases("idle")))
                .singleElement()
                .asString()
                .contains("ended with status 3 and said: a … b;");
    }

    @Test
    void aCaseThatCannotBeginLeavesNoPlayerBehind() {
        RealBroker away = new RealBroker(URI.create("http://127.0.0.1:" + FreePorts.one()), "");
        Conformance conformance = new Conformance(away, "true", System.out);
        assertThatThrownBy(() -> conformance.run(cases("slow"))).isInstanceOf(HarnessFailure.class);
        await().atMost(LONG)
                .untilAsserted(() -> assertThat(Thread.getAllStackTraces().keySet())
                        .extracting(Thread::getName)
                        .noneMatch(name -> name.startsWith("HTTP-Dispatcher")));
    }

    @Test
    void someCasesFindAWorkerThatDoesNotDoThem() throws IOException {
        find(FAULTS.stream()
                .filter(fault -> List.of("shed", "last-attempt", "end-at-work").contains(fault.in()))
                .toList());
    }

    @Test
    @Tag("long")
    void eachCaseFindsAWorkerThatDoesNotDoIt() throws IOException {
        assertThat(FAULTS.stream().map(Fault::in).distinct())
                .containsExactlyInAnyOrderElementsOf(
                        Cases.ALL.stream().map(Case::name).toList());
        find(FAULTS);
    }

    private void find(List<Fault> faults) throws IOException {
        String worker = Files.readString(PYTHON);
        ExecutorService threads = Executors.newFixedThreadPool(SIDE_BY_SIDE);
        try {
            Map<Fault, Future<List<String>>> found = new LinkedHashMap<>();
            for (Fault fault : faults) {
                assertThat(worker).contains(fault.right());
                Path bad = directory.resolve(found.size() + ".py");
                Files.writeString(bad, worker.replace(fault.right(), fault.wrong()));
                String command = python(bad);
                found.put(fault, threads.submit(() -> lines(command, cases(fault.in()))));
            }
            found.forEach((fault, lines) -> assertThat(lines)
                    .as(fault.toString())
                    .succeedsWithin(LONG.multipliedBy(5))
                    .satisfies(one -> assertThat(one).singleElement().asString().startsWith("WRONG " + fault.in())));
        } finally {
            threads.shutdownNow();
        }
    }

    @Test
    void aJobThatFailsComesBackAndIsBuriedInTheEnd() throws IOException {
        for (String worker : List.of(python(PYTHON), node())) {
            String tube = worker.substring(0, 4);
            String job = "/v1/tubes/" + tube + "/jobs/a";
            new RealBroker(broker.uri(), "").produce(tube, "a", "{\"fail\":true}", "maxAttempts=2");
            ChildProcess process =
                    ChildProcess.start(directory.resolve(tube), List.of("sh", "-c", "exec " + worker), variables -> {
                        variables.put("GRAPE_URL", broker.http());
                        variables.put("GRAPE_TUBE", tube);
                    });
            await().atMost(LONG)
                    .untilAsserted(() -> assertThat(broker.call("GET", job, "").body())
                            .contains("\"state\":\"failed\"", "\"attempt\":2", "\"reason\":\"asked to fail\""));
            process.program().destroy();
            assertThat(process.awaitExit(LONG)).isTrue();
        }
    }
}
