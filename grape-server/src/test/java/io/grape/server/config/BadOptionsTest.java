package io.grape.server.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.grape.core.ErrorCode;
import io.grape.core.GrapeException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** What is not understood stops the start, and is named as it was given. */
class BadOptionsTest {
    @TempDir
    Path directory = Path.of("");

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
    void theVariablesOfTheCommandLineAreNoOptions() throws IOException {
        List<String> names = Pattern.compile("GRAPE_[A-Z_]+")
                .matcher(Files.readString(Path.of("../docs/cli.md")))
                .results()
                .map(MatchResult::group)
                .distinct()
                .toList();
        assertThat(names).contains("GRAPE_URL", "GRAPE_TOKEN", "GRAPE_JOB_ID");
        assertThat(EnvironmentSource.read(names.stream().collect(Collectors.toMap(name -> name, name -> "x"))))
                .isEmpty();
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
                --console-port x | --console-port: expected a port from 0 to 65535, 0 = a free one, or -1 = off, got 'x'
                --console-base-path grape | --console-base-path: expected a path that begins and ends with a slash, got 'grape'
                --console-base-path /../ok | --console-base-path: expected a path that begins and ends with a slash, got '/../ok'
                --beanstalkd-port 70000 | --beanstalkd-port: expected a port from 0 to 65535, 0 = a free one, or -1 = off, got '70000'
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
                GRAPE_BEANSTALKD_PORT=x | GRAPE_BEANSTALKD_PORT: expected a port from 0 to 65535, 0 = a free one, or -1 = off, got 'x'
                GRAPE_BEANSTALKD_TLS=yes | GRAPE_BEANSTALKD_TLS: expected true or false, got 'yes'
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
