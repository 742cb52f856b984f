package io.grape.server.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.grape.core.ErrorCode;
import io.grape.core.GrapeException;
import io.grape.redis.Keys;
import io.grape.server.ServerConfig;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class OptionValuesTest {
    @TempDir
    Path directory = Path.of("");

    @Test
    void withoutOptionsTheDefaultsHold() {
        assertThat(ServerConfig.of(read()))
                .isEqualTo(new ServerConfig(
                        new ServerConfig.Doors("127.0.0.1", 9521, Duration.ofSeconds(1)),
                        new ServerConfig.Store(
                                null, "grape", Path.of("data"), Duration.ofSeconds(2), Duration.ofSeconds(30)),
                        new ServerConfig.Metrics(100)));
    }

    @Test
    void everyDefaultIsARightValue() {
        assertThat(Options.all())
                .filteredOn(option -> option.fallback() != null)
                .allSatisfy(option -> assertThat(option.form().parse().apply(Options.shownDefault(option)))
                        .isPresent());
    }

    @Test
    void everyOptionThatHoldsComesFromItsPlace() {
        ServerConfig config = ServerConfig.of(read(
                "--host=0.0.0.0",
                "--http-port=0",
                "--drain-ms=8000",
                "--console-port=-1",
                "--beanstalkd-port",
                "-1",
                "--redis=rediss://ann:secret@redis.example:6380/3",
                "--redis-timeout-ms=750",
                "--redis-wait-ms=0",
                "--namespace=a.b-c_9",
                "--data-dir=/var/lib/grape",
                "--metrics-tubes=7"));

        assertThat(config)
                .isEqualTo(new ServerConfig(
                        new ServerConfig.Doors("0.0.0.0", 0, Duration.ofSeconds(8)),
                        new ServerConfig.Store(
                                "rediss://ann:secret@redis.example:6380/3",
                                "a.b-c_9",
                                Path.of("/var/lib/grape"),
                                Duration.ofMillis(750),
                                Duration.ZERO),
                        new ServerConfig.Metrics(7)));
    }

    @Test
    void flagsBeatTheEnvironmentWhichBeatsTheFile() throws IOException {
        String file = file("""
                host: 127.0.0.3
                namespace: file
                metrics-tubes: 3
                data-dir: from-file
                """);
        Map<String, String> environment = Map.of("GRAPE_NAMESPACE", "environment", "GRAPE_METRICS_TUBES", "2");

        OptionValues values = OptionValues.read(List.of("--config", file, "--metrics-tubes", "1"), environment);

        assertThat(values.get(Options.METRICS_TUBES)).isEqualTo(1);
        assertThat(values.get(Options.NAMESPACE)).isEqualTo("environment");
        assertThat(values.get(Options.HOST)).isEqualTo("127.0.0.3");
        assertThat(values.get(Options.DATA_DIR)).isEqualTo(Path.of("from-file"));
        assertThat(values.get(Options.HTTP_PORT)).isEqualTo(9521);
    }

    @Test
    void theEnvironmentMayNameTheFile() throws IOException {
        String file = file("http-port: 1234");

        assertThat(OptionValues.read(List.of(), Map.of("GRAPE_CONFIG", file)).get(Options.HTTP_PORT))
                .isEqualTo(1234);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "# nothing yet\n", "---\n", "~"})
    void anEmptyFileGivesNothing(String yaml) throws IOException {
        assertThat(OptionValues.read(List.of("--config", file(yaml)), Map.of()).get(Options.HTTP_PORT))
                .isEqualTo(9521);
    }

    @ParameterizedTest
    @MethodSource("badFlags")
    void aBadFlagStopsTheStartByName(String args, String message) {
        assertRefused(List.of(args.split(" ")), Map.of(), message);
    }

    @ParameterizedTest
    @MethodSource("badVariables")
    void aBadVariableStopsTheStartByName(String variable, String message) {
        String[] parts = variable.split("=", 2);
        assertRefused(List.of(), Map.of(parts[0], parts[1]), message);
    }

    @Test
    void variablesOfOthersAreLeftAlone() {
        Map<String, String> environment = Map.of(
                "PATH", "/bin",
                "GRAPEFRUIT", "1",
                "GRAPE_TEST_REDIS", "redis://127.0.0.1:6379",
                "GRAPE_SERVICE_HOST", "10.0.0.7",
                "GRAPE_SERVICE_PORT_HTTP", "9521",
                "GRAPE_PORT", "tcp://10.0.0.7:9521",
                "GRAPE_PORT_9521_TCP_ADDR", "10.0.0.7",
                "GRAPE_REDIS_PORT", "tcp://10.0.0.8:6379",
                "GRAPE_REDIS_SERVICE_PORT", "6379");

        assertThat(OptionValues.read(List.of(), environment).shown()).isEqualTo(read().shown());
    }

    @ParameterizedTest
    @MethodSource("badFiles")
    void aBadFileStopsTheStartByName(String yaml, String message) throws IOException {
        String file = file(yaml.replace("\\n", "\n"));
        assertRefused(List.of("--config", file), Map.of(), file + message);
    }

    @Test
    void aFileThatIsNotTextIsRefused() throws IOException {
        Path file = directory.resolve("grape.yaml");
        Files.write(file, new byte[] {(byte) 0xff, (byte) 0xfe, 0});
        assertRefused(
                List.of("--config", file.toString()),
                Map.of(),
                "config: expected a file that can be read as UTF-8, got '" + file + "'");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "redis://localhost",
                "redis://10.0.0.1:6379/0",
                "redis://[::1]:6379",
                "rediss://user:p%40ss@h-1.example:6380/15",
                "redis-sentinel://h1,h2:26380,h3#master",
                "redis-sentinel://pw@h1:26379/2#my.master",
                "redis-cluster://h1,h2:7001,h3",
                "redis-cluster://:pw@h1"
            })
    void redisIsAnyOfTheKnownShapes(String uri) {
        assertThat(read("--redis", uri).get(Options.REDIS)).isEqualTo(uri);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"localhost:6379", "http://localhost", "redis://", "redis+ssl://h", "redis://h 1", "Redis://h"})
    void anyOtherShapeOfRedisIsRefused(String uri) {
        assertThatThrownBy(() -> read("--redis", uri))
                .hasMessage("--redis: expected redis://host:port/db, rediss://..., redis-sentinel://h1,h2#master"
                        + " or redis-cluster://h1,h2, got '" + uri + "'");
    }

    @ParameterizedTest
    @CsvSource({
        "redis://ann:secret@h:1/2, redis://ann:***@h:1/2",
        "redis://secret@h, redis://***@h",
        "redis://:secret@h, redis://:***@h",
        "redis-sentinel://:secret@h1#m, redis-sentinel://:***@h1#m",
        "redis://h:1, redis://h:1",
        "redis://a:sec@ret@h, redis://a:***@h",
        "secret@h, ***@h",
        "a:secret@h, a:***@h"
    })
    void aPasswordIsNeverShown(String uri, String shown) {
        assertThat(RedisUri.masked(uri)).isEqualTo(shown);
    }

    @Test
    void noMessageShowsAPassword() {
        for (List<String> args : List.of(
                List.of("--redis", "http://ann:secret@h/x"),
                List.of("--redis=secret@"),
                List.of("redis://ann:secret@h"))) {
            assertThatThrownBy(() -> OptionValues.read(args, Map.of()))
                    .hasMessageContaining("***")
                    .hasMessageNotContaining("secret");
        }
    }

    @Test
    void whatHoldsIsShownOnOneLineWithoutSecrets() {
        assertThat(read("--redis", "redis://ann:secret@h", "--http-port", "0").shown())
                .isEqualTo(
                        "host=127.0.0.1 http-port=0 drain-ms=1000 console-port=-1 beanstalkd-port=-1"
                                + " redis=redis://ann:***@h redis-timeout-ms=2000 redis-wait-ms=30000 namespace=grape data-dir=data metrics-tubes=100");
    }

    @Test
    void helpNamesEveryOption() {
        assertThat(Options.help())
                .contains(Options.all().stream().map(Option::flag).toList());
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "grape",
                "A.b_C-9",
                "",
                "a b",
                "a:b",
                "a{b",
                "50xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx",
                "51xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx"
            })
    void namespacesAreThoseThatTheStorageTakes(String name) {
        boolean taken = Form.NAME.parse().apply(name).isPresent();
        if (taken) {
            new Keys(name);
        } else {
            assertThatThrownBy(() -> new Keys(name)).hasMessageContaining("namespace");
        }
    }

    static Stream<Arguments> badFlags() {
        return cases("""
                --htpp-port 1 | --htpp-port: unknown option, see --help
                -p 1 | -p: unknown option, see --help
                server | 'server': expected an option, which begins with --, see --help
                --http-port | --http-port: expected a port from 0 to 65535, 0 = a free one, or -1 = off, got nothing
                --http-port --host | --http-port: expected a port from 0 to 65535, 0 = a free one, or -1 = off, got the flag --host
                --http-port= | --http-port: expected a port from 0 to 65535, 0 = a free one, or -1 = off, got ''
                --http-port 65536 | --http-port: expected a port from 0 to 65535, 0 = a free one, or -1 = off, got '65536'
                --http-port -2 | --http-port: expected a port from 0 to 65535, 0 = a free one, or -1 = off, got '-2'
                --http-port 9e3 | --http-port: expected a port from 0 to 65535, 0 = a free one, or -1 = off, got '9e3'
                --http-port 99999999999 | --http-port: expected a port from 0 to 65535, 0 = a free one, or -1 = off, got '99999999999'
                --http-port 1 --http-port 1 | --http-port: expected once, got it twice
                --console-port 9595 | --console-port: expected -1, as this version has no such door, got '9595'
                --console-port 0 | --console-port: expected -1, as this version has no such door, got '0'
                --beanstalkd-port 11300 | --beanstalkd-port: expected -1, as this version has no such door, got '11300'
                --host http://a | --host: expected a host name or an IP address, got 'http://a'
                --namespace a{b} | --namespace: expected 1 to 50 of A-Z a-z 0-9 . _ -, got 'a{b}'
                --redis-timeout-ms 49 | --redis-timeout-ms: expected milliseconds from 50 to 60000, got '49'
                --redis-timeout-ms 60001 | --redis-timeout-ms: expected milliseconds from 50 to 60000, got '60001'
                --redis-wait-ms -1 | --redis-wait-ms: expected milliseconds from 0 to 3600000, got '-1'
                --redis-wait-ms 3600001 | --redis-wait-ms: expected milliseconds from 0 to 3600000, got '3600001'
                --metrics-tubes 10001 | --metrics-tubes: expected a number from 0 to 10000, got '10001'
                --data-dir= | --data-dir: expected a path, got ''
                --config nowhere.yaml | config: expected a file that can be read as UTF-8, got 'nowhere.yaml'
                """);
    }

    static Stream<Arguments> badVariables() {
        return cases("""
                GRAPE_HTPP_PORT=1 | GRAPE_HTPP_PORT: unknown option in the environment, see --help
                GRAPE_PORT=9521 | GRAPE_PORT: unknown option in the environment, see --help
                GRAPE_HTTP_PORT=x | GRAPE_HTTP_PORT: expected a port from 0 to 65535, 0 = a free one, or -1 = off, got 'x'
                GRAPE_NAMESPACE= | GRAPE_NAMESPACE: expected 1 to 50 of A-Z a-z 0-9 . _ -, got ''
                GRAPE_CONSOLE_PORT=0 | GRAPE_CONSOLE_PORT: expected -1, as this version has no such door, got '0'
                """);
    }

    static Stream<Arguments> badFiles() {
        return cases("""
                htpp-port: 1 | :1: htpp-port: unknown option, see --help
                host: a\\nhttp:\\n  port: 1 | :2: http: unknown option, see --help
                http-port: {port: 1} | :1: http-port: expected a port from 0 to 65535, 0 = a free one, or -1 = off, got a mapping
                http-port: [1] | :1: http-port: expected a port from 0 to 65535, 0 = a free one, or -1 = off, got a list
                http-port: | :1: http-port: expected a port from 0 to 65535, 0 = a free one, or -1 = off, got nothing
                http-port: 0x10 | :1: http-port: expected a port from 0 to 65535, 0 = a free one, or -1 = off, got '0x10'
                http-port: 1\\nhttp-port: 1 | :2: http-port: expected once, got it twice
                config: other.yaml | :1: config: unknown option, see --help
                [http-port] | : expected a mapping of options to values, got a list
                9521 | : expected a mapping of options to values, got '9521'
                a: b: c | :1: expected YAML, got a fault: mapping values are not allowed here
                http-port: 1\\n---\\nhost: a | :2: expected YAML, got a fault: but found another document
                ? {a: b}\\n: 1 | : expected YAML, got a fault: Non scalar key is detected but it is not configured to be allowed.
                """);
    }

    /** What is given, a bar, what is said. */
    private static Stream<Arguments> cases(String lines) {
        return lines.lines().map(line -> Arguments.of((Object[]) line.split(" \\| ", 2)));
    }

    private static OptionValues read(String... args) {
        return OptionValues.read(List.of(args), Map.of());
    }

    private String file(String yaml) throws IOException {
        return Files.writeString(directory.resolve("grape.yaml"), yaml).toString();
    }

    private static void assertRefused(List<String> args, Map<String, String> environment, String message) {
        assertThatThrownBy(() -> OptionValues.read(args, environment))
                .hasMessage(message)
                .isInstanceOfSatisfying(
                        GrapeException.class,
                        failure -> assertThat(failure.code()).isEqualTo(ErrorCode.BAD_REQUEST));
    }
}
