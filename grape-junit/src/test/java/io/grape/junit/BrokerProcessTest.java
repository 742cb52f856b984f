package io.grape.junit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;
import static org.junit.platform.engine.discovery.DiscoverySelectors.selectClass;

import java.io.BufferedReader;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.platform.testkit.engine.EngineTestKit;

/** The process of the brokers lives as long as the tests, and what is wrong with it is told. */
@Tag("slow")
class BrokerProcessTest {
    private static final Duration MOST = Duration.ofSeconds(60);

    @Test
    void itEndsWithTestsThatAreKilled(@TempDir Path directory) throws IOException {
        Process tests = testsOfAnotherJvm(directory);
        List<ProcessHandle> all = tests.descendants().toList();
        assertThat(all).extracting(BrokerProcessTest::command).anyMatch(name -> name.contains("redis-server"));
        tests.destroyForcibly();
        await().atMost(MOST).until(() -> all.stream().noneMatch(ProcessHandle::isAlive));
        assertThat(files(directory)).isEmpty();
    }

    @Test
    void itEndsWithTestsThatEnd(@TempDir Path directory) throws IOException {
        Process tests = testsOfAnotherJvm(directory);
        List<ProcessHandle> all = tests.descendants().toList();
        tests.getOutputStream().close();
        await().atMost(MOST).until(() -> all.stream().noneMatch(ProcessHandle::isAlive));
        assertThat(tests.onExit().join().exitValue()).isZero();
        assertThat(files(directory)).isEmpty();
    }

    @Test
    void aUserWithoutAHomeKeepsNothingOfIt(@TempDir Path directory) throws IOException {
        Process tests = testsOfAnotherJvm(directory, "-Duser.home=?");
        List<ProcessHandle> all = tests.descendants().toList();
        tests.getOutputStream().close();
        await().atMost(MOST).until(() -> all.stream().noneMatch(ProcessHandle::isAlive));
        assertThat(files(directory)).isEmpty();
    }

    /** Once it has a broker. Its temporary files, and those of its processes, are in the directory. */
    private static Process testsOfAnotherJvm(Path directory, String... options) throws IOException {
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(), "-Djava.io.tmpdir=" + directory));
        command.addAll(List.of(options));
        command.addAll(List.of("-cp", System.getProperty("java.class.path"), BrokerProgram.class.getName()));
        ProcessBuilder builder = new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.INHERIT);
        builder.environment().remove("XDG_CACHE_HOME");
        Process tests = builder.start();
        BufferedReader out = tests.inputReader();
        assertThat(out.readLine()).startsWith("http://127.0.0.1:");
        return tests;
    }

    private static String command(ProcessHandle process) {
        return process.info().command().orElse("");
    }

    private static List<Path> files(Path directory) throws IOException {
        try (Stream<Path> files = Files.list(directory)) {
            // The JVM's own, which a kill leaves behind.
            return files.filter(file -> !file.getFileName().toString().startsWith("hsperfdata"))
                    .toList();
        }
    }

    @Test
    void anotherTakesThePlaceOfOneThatEnded() {
        try (TestBroker broker = TestBroker.start()) {
            kill(BrokerProcess.shared());
            assertThatThrownBy(broker::now)
                    .hasMessageContaining("the process of the brokers has ended with status 143");
            try (TestBroker another = TestBroker.start()) {
                assertThat(another.client().tubes().list(1, null).tubes()).isEmpty();
            }
        } catch (IllegalStateException e) {
            assertThat(e).hasMessageContaining("asked to 'close");
        }
    }

    /** By a signal that lets it delete its files. */
    private static void kill(BrokerProcess process) {
        process.handle().destroy();
        process.handle().onExit().join();
    }

    @Test
    void aRequestThatFailsSaysWhy() {
        assertThatThrownBy(() -> BrokerProcess.shared().call("advance test-0 PT1S"))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("reports 'failed there is no broker test-0', asked to 'advance test-0 PT1S'");
    }

    @Test
    void theLogIsShownWhereATestFails() {
        String shown = errorOutput(() -> EngineTestKit.engine("junit-jupiter")
                .selectors(selectClass(WithoutRedis.class))
                .execute()
                .testEvents()
                .assertStatistics(tests -> tests.failed(1)));
        kill(BrokerProcess.shared());
        assertThat(shown).contains("what the brokers logged during fails(TestBroker)", " WARN ");
    }

    private static String errorOutput(Runnable task) {
        PrintStream before = System.err;
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (PrintStream captured = new PrintStream(bytes, true, StandardCharsets.UTF_8)) {
            System.setErr(captured);
            task.run();
        } finally {
            System.setErr(before);
        }
        return bytes.toString(StandardCharsets.UTF_8);
    }

    /** Run by a test above. */
    @GrapeTest
    static class WithoutRedis {
        @Test
        void fails(TestBroker broker) {
            ProcessHandle brokers = BrokerProcess.shared().handle();
            brokers.descendants()
                    .filter(process -> command(process).contains("redis-server"))
                    .forEach(ProcessHandle::destroyForcibly);
            await().atMost(MOST).until(() -> !broker.log().isEmpty());
            assertThat(Arrays.asList(1)).isEmpty();
        }
    }
}
