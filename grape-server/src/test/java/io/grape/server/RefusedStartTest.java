package io.grape.server;

import static org.assertj.core.api.Assertions.assertThat;

import io.grape.harness.RunningBroker;
import io.grape.process.FreePorts;
import io.grape.redis.TestRedis;
import io.grape.server.app.BindFailure;
import java.io.File;
import java.io.IOException;
import java.net.BindException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.SocketException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Starts that are refused: the exit status, and one line that says why. */
@Tag("slow")
class RefusedStartTest {
    @TempDir
    Path directory = Path.of("");

    @Test
    void aRedisThatIsNotThereEndsTheStartWithOneLine() {
        int port = FreePorts.one();
        Map<String, String> environment = Map.of("GRAPE_REDIS", "redis://ann:secret@127.0.0.1:" + port);
        try (RunningBroker broker = RunningBroker.start(environment, "--redis-wait-ms=0")) {
            assertThat(broker.awaitExit(RunningBroker.PATIENCE)).isEqualTo(1);
            assertOneLine(broker, "grape: cannot start: Redis cannot be reached: .*127.0.0.1.*" + port + ".*");
            assertThat(broker.out())
                    .contains("redis=redis://ann:***@127.0.0.1:" + port)
                    .doesNotContain("secret");
        }
    }

    @Test
    void aHostThatIsNoneIsNamed() {
        try (RunningBroker broker =
                RunningBroker.start("--redis-wait-ms=0", "--redis=redis://no-such-host.invalid:6379")) {
            assertThat(broker.awaitExit(RunningBroker.PATIENCE)).isEqualTo(1);
            assertOneLine(
                    broker, "grape: cannot start: Redis cannot be reached: there is no host no-such-host.invalid");
        }
    }

    @Test
    void aSentinelThatDoesNotAnswerIsToldOnceHoweverOftenItIsTried() {
        String sentinel = "127.0.0.1:" + FreePorts.one();
        try (RunningBroker broker =
                RunningBroker.start("--redis-wait-ms=6000", "--redis=redis-sentinel://" + sentinel + "#one")) {
            assertThat(broker.awaitExit(RunningBroker.PATIENCE)).isEqualTo(1);
            String why = "Redis cannot be reached: no Sentinel responds at " + sentinel + ", connection refused";
            assertOneLine(broker, Pattern.quote("grape: cannot start: " + why));
            assertThat(broker.out().lines().filter(line -> line.contains(" WARN ")))
                    .singleElement()
                    .asString()
                    .contains(why);
        }
    }

    @Test
    void aPortThatThisUserMayNotOpenIsToldAsThat() {
        assertThat(BindFailure.of("http-port", "0.0.0.0", 80, new SocketException("Permission denied")))
                .hasMessageContaining("http-port: expected a port that this user may listen at, 1024 or more as a rule")
                .hasMessageContaining("got 80");
        assertThat(BindFailure.of(
                        "console-port", "192.0.2.1", 9595, new BindException("Cannot assign requested address")))
                .hasMessageContaining("host, console-port: expected an address of this machine")
                .hasMessageContaining("got 192.0.2.1 9595");
    }

    @Test
    void aPortInUseEndsTheStartWithOneLine() throws IOException {
        try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
                RunningBroker broker = RunningBroker.start(
                        "--http-port=" + taken.getLocalPort(),
                        "--allow-unsafe-redis=true",
                        "--redis=" + TestRedis.uri(),
                        "--namespace=" + TestRedis.newNamespace())) {
            assertThat(broker.awaitExit(RunningBroker.PATIENCE)).isEqualTo(1);
            assertOneLine(
                    broker,
                    "grape: cannot start: host, http-port: expected an address that is free \\(.*Address already in use.*\\),"
                            + " got 127.0.0.1 " + taken.getLocalPort());
        }
    }

    @Test
    void aDirectoryThatCannotBeUsedEndsTheStartWithOneLine() throws IOException {
        Path file = Files.createFile(directory.resolve("file"));
        for (Path bad : List.of(Path.of("/proc/x"), Path.of("/proc"), file, file.resolve("below"))) {
            try (RunningBroker broker = RunningBroker.start("--http-port=0", "--data-dir=" + bad)) {
                assertThat(broker.awaitExit(RunningBroker.PATIENCE)).isEqualTo(1);
                assertOneLine(
                        broker,
                        "grape: cannot start: data-dir: expected a directory that can be made and written to \\(.+: .+\\),"
                                + " got " + Pattern.quote(bad.toString()));
            }
        }
    }

    /** Also where the directory cannot be made, as in the image. */
    @Test
    void withoutARedisOfItsOwnABrokerSaysThatItMustBeGivenOne() {
        String classPath = Stream.of(System.getProperty("java.class.path").split(File.pathSeparator))
                .filter(jar -> !jar.contains("embedded-redis"))
                .collect(Collectors.joining(File.pathSeparator));
        for (Path data : List.of(directory.resolve("new"), Path.of("/proc/x"))) {
            List<String> flags = List.of("--http-port=0", "--data-dir=" + data);
            try (RunningBroker broker =
                    RunningBroker.start(RunningBroker.program(classPath), flags, directory.resolve("out"))) {
                assertThat(broker.awaitExit(RunningBroker.PATIENCE)).isEqualTo(1);
                assertOneLine(
                        broker,
                        "grape: cannot start: there is no embedded Redis here for \\S+, and none in the container image:"
                                + " name a Redis with --redis or GRAPE_REDIS");
                assertThat(data).doesNotExist();
            }
        }
    }

    @Test
    void aDirectoryInUseEndsTheStartWithOneLine() {
        try (RunningBroker first = RunningBroker.start("--http-port=0", "--data-dir=" + directory)
                        .awaitReady();
                RunningBroker second = RunningBroker.start("--http-port=0", "--data-dir=" + directory)) {
            assertThat(second.awaitExit(RunningBroker.PATIENCE)).isEqualTo(1);
            assertOneLine(
                    second,
                    "grape: cannot start: data-dir: expected a directory that no other broker uses .*GRAPE_REDIS=.*"
                            + Pattern.quote(directory.resolve("redis.uri").toString()) + ".*");
            assertThat(first.call("GET", "/health/ready", "").statusCode()).isEqualTo(200);
        }
    }

    @Test
    void whatIsNotUnderstoodEndsTheStartWithOneLineAndStatus64() throws IOException {
        Path file = Files.writeString(directory.resolve("grape.yaml"), "http-port: 0\nspeed: full\n");
        assertRefused(Map.of(), "grape: --htpp-port: unknown option, see --help", "--htpp-port=1");
        assertRefused(
                Map.of("GRAPE_BEANSTALKD_TLS", "true"),
                "grape: beanstalkd-tls: expected --tls-cert and --tls-key with it, got neither");
        assertRefused(
                Map.of("GRAPE_BEANSTALKD_PORT", "0"),
                "grape: beanstalkd-host: expected a loopback address, or --beanstalkd-token, as this broker asks who"
                        + " calls and the protocol cannot tell, got 0.0.0.0",
                "--auth=required",
                "--beanstalkd-host=0.0.0.0");
        assertRefused(
                Map.of("GRAPE_BEANSTALKD_TOKEN", "shop"),
                "grape: beanstalkd-token: expected --auth required with it, as nobody has rights of his own otherwise, got shop");
        assertRefused(Map.of(), "grape: " + file + ":2: speed: unknown option, see --help", "--config=" + file);
        assertRefused(
                Map.of(),
                "grape: redis: the name of the #master is missing, or is none: expected"
                        + " redis[s]-sentinel://[user:password@]host[:port],...[/database]"
                        + "[?sentinelUser=user&sentinelPassword=password]#master, got 'redis-sentinel://a:***@h1,h2'",
                "--redis=redis-sentinel://a:secret@h1,h2");
    }

    @Test
    void helpGoesToStdout() {
        try (RunningBroker broker = RunningBroker.start("--help")) {
            assertThat(broker.awaitExit(RunningBroker.PATIENCE)).isZero();
            assertThat(broker.out())
                    .startsWith("usage: ./grape server [options]")
                    .contains("--http-port=PORT");
            assertThat(broker.err()).isEmpty();
        }
    }

    private static void assertRefused(Map<String, String> environment, String line, String... args) {
        try (RunningBroker broker = RunningBroker.start(environment, args)) {
            assertThat(broker.awaitExit(RunningBroker.PATIENCE)).isEqualTo(64);
            assertOneLine(broker, Pattern.quote(line));
            assertThat(broker.out()).isEmpty();
        }
    }

    private static void assertOneLine(RunningBroker broker, String pattern) {
        assertThat(broker.err().lines()).singleElement().asString().matches(pattern);
        assertThat(broker.out()).doesNotContain("grape is ready").doesNotContain("\tat ");
    }
}
