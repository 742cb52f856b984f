package io.grape.server.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.grape.core.overload.OverloadOptions;
import io.grape.redis.script.Keys;
import io.grape.server.AccessOptions;
import io.grape.server.BeanstalkdOptions;
import io.grape.server.ConsoleOptions;
import io.grape.server.ListenerOptions;
import io.grape.server.MetricsOptions;
import io.grape.server.RepairOptions;
import io.grape.server.ServerConfig;
import io.grape.server.StoreOptions;
import io.grape.server.access.Passwords;
import io.grape.server.address.TrustedProxies;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What holds, from the places where options may be given. */
class OptionValuesTest {
    @TempDir
    Path directory = Path.of("");

    @Test
    void withoutOptionsTheDefaultsHold() {
        assertThat(ServerConfig.of(read()))
                .isEqualTo(new ServerConfig(
                        new ListenerOptions("127.0.0.1", 9521, Duration.ofSeconds(1), 2000),
                        new StoreOptions(
                                null,
                                "grape",
                                Path.of("data"),
                                Duration.ofSeconds(2),
                                Duration.ofSeconds(30),
                                false,
                                OverloadOptions.USUAL),
                        new MetricsOptions(100),
                        new RepairOptions(1000),
                        new ConsoleOptions(9595, true, "/"),
                        AccessOptions.OPEN,
                        new BeanstalkdOptions(11300, true, "127.0.0.1", false, null)));
    }

    @Test
    void everyDefaultIsARightValue() {
        assertThat(Options.all())
                .filteredOn(option -> option.fallback() != null)
                .allSatisfy(option -> assertThat(option.type().parse().apply(String.valueOf(option.fallback())))
                        .isPresent());
    }

    @Test
    void everyOptionThatHoldsComesFromItsPlace() {
        ServerConfig config = ServerConfig.of(read(
                "--host=0.0.0.0",
                "--http-port=0",
                "--max-connections=17",
                "--drain-ms=8000",
                "--auth=none",
                "--environment=PROD",
                "--allowed-hosts=Grape.Example,b.example",
                "--console-port=0",
                "--console-base-path=/grape/",
                "--beanstalkd-port",
                "-1",
                "--redis=rediss://ann:secret@redis.example:6380/3",
                "--redis-timeout-ms=750",
                "--redis-wait-ms=0",
                "--allow-unsafe-redis=true",
                "--namespace=a.b-c_9",
                "--data-dir=/var/lib/grape",
                "--overload-target-ms=30",
                "--overload-interval-ms=400",
                "--overload-queue=5",
                "--overload-warm-up-ms=9000",
                "--metrics-tubes=7",
                "--self-check-per-second=0"));

        assertThat(config)
                .isEqualTo(new ServerConfig(
                        new ListenerOptions("0.0.0.0", 0, Duration.ofSeconds(8), 17),
                        new StoreOptions(
                                "rediss://ann:secret@redis.example:6380/3",
                                "a.b-c_9",
                                Path.of("/var/lib/grape"),
                                Duration.ofMillis(750),
                                Duration.ZERO,
                                true,
                                new OverloadOptions(
                                        Duration.ofMillis(30), Duration.ofMillis(400), 5, Duration.ofSeconds(9))),
                        new MetricsOptions(7),
                        new RepairOptions(0),
                        new ConsoleOptions(0, false, "/grape/"),
                        new AccessOptions(
                                false,
                                null,
                                "PROD",
                                Passwords.USUAL_COST,
                                Set.of("grape.example", "b.example"),
                                TrustedProxies.NONE,
                                AccessOptions.USUAL_TUBES)));
    }

    @ParameterizedTest
    @ValueSource(strings = {"127.0.0.1", "127.1.2.3", "localhost", "::1"})
    void onLoopbackNobodyIsAsked(String host) {
        assertThat(ServerConfig.of(read("--host", host)).access().required()).isFalse();
        assertThat(ServerConfig.of(read("--host", host, "--auth", "required"))
                        .access()
                        .required())
                .isTrue();
    }

    @Test
    void namesAreLookedAtWhereNobodyIsAskedAndWhereTheyAreGiven() {
        assertThat(ServerConfig.of(read("--allowed-hosts", "b.example,B.example"))
                        .allowedHosts())
                .containsExactly("b.example");
        assertThat(ServerConfig.of(read()).allowedHosts()).isEmpty();
        assertThat(ServerConfig.of(read("--auth", "required")).allowedHosts()).isNull();
        assertThat(ServerConfig.of(read("--host", "0.0.0.0", "--auth", "none")).allowedHosts())
                .isEmpty();
        assertThat(ServerConfig.of(read("--auth", "required", "--allowed-hosts", "a.example"))
                        .allowedHosts())
                .containsExactly("a.example");
    }

    @Test
    void thePasswordOfTheFirstAdminIsNoOption() {
        assertThat(OptionValues.read(List.of(), Map.of("GRAPE_ADMIN_PASSWORD", "secret"))
                        .shown())
                .isEqualTo(read().shown());
    }

    @Test
    void aFlagThatShowsAPasswordIsNamed() {
        assertThat(read("--redis=redis://:secret@h:1", "--host", "h").flagsWithSecrets())
                .containsExactly("--redis");
        assertThat(read("--redis", "redis://h:1", "--host", "h").flagsWithSecrets())
                .isEmpty();
        assertThat(OptionValues.read(List.of("--host", "h"), Map.of("GRAPE_REDIS", "redis://:secret@h:1"))
                        .flagsWithSecrets())
                .isEmpty();
    }

    @Test
    void nobodyIsATrustedProxyUnlessItIsSaid() {
        assertThat(ServerConfig.of(read()).access().proxies().includes("127.0.0.1"))
                .isFalse();
        TrustedProxies given = ServerConfig.of(read("--trusted-proxies", "127.0.0.1,fd00::/8"))
                .access()
                .proxies();
        assertThat(given.includes("127.0.0.1")).isTrue();
        assertThat(given.includes("fd01::1")).isTrue();
        assertThat(given.includes("127.0.0.2")).isFalse();
    }

    @ParameterizedTest
    @ValueSource(strings = {"0.0.0.0", "::", "10.0.0.7", "localhost.example", "127.example"})
    void elsewhereCallersAreAskedUnlessItIsSaid(String host) {
        assertThat(ServerConfig.of(read("--host", host)).access().required()).isTrue();
        assertThat(ServerConfig.of(read("--host", host, "--auth", "none"))
                        .access()
                        .required())
                .isFalse();
    }

    @Test
    void filesOfTlsAreLookedAtAtTheStart(@TempDir Path directory) throws IOException {
        Path certificate = Files.writeString(directory.resolve("c.pem"), "-----BEGIN CERTIFICATE-----\nx\n");
        assertThatThrownBy(() -> ServerConfig.of(
                        read("--tls-cert", certificate.toString(), "--tls-key", certificate.toString())))
                .hasMessageContaining("tls-key: expected a file in PEM that can be read, with a PRIVATE KEY");
        assertThatThrownBy(() ->
                        ServerConfig.of(read("--tls-cert", directory.toString(), "--tls-key", certificate.toString())))
                .hasMessageContaining("tls-cert: expected a file in PEM");
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

    @Test
    void variablesOfOthersAreLeftAlone() {
        Map<String, String> environment = Map.of(
                "PATH", "/bin",
                "GRAPEFRUIT", "1",
                "GRAPE_TEST_REDIS", "redis://127.0.0.1:6379",
                "GRAPE_TEST_REDIS_IMAGE", "redis:7",
                "GRAPE_SERVICE_HOST", "10.0.0.7",
                "GRAPE_SERVICE_PORT_HTTP", "9521",
                "GRAPE_PORT", "tcp://10.0.0.7:9521",
                "GRAPE_PORT_9521_TCP_ADDR", "10.0.0.7",
                "GRAPE_REDIS_PORT", "tcp://10.0.0.8:6379",
                "GRAPE_REDIS_SERVICE_PORT", "6379");

        assertThat(OptionValues.read(List.of(), environment).shown()).isEqualTo(read().shown());
    }

    @Test
    void whatHoldsIsShownOnOneLineWithoutSecrets() {
        assertThat(read("--redis", "redis://ann:secret@h", "--http-port", "0").shown())
                .isEqualTo(
                        "host=127.0.0.1 http-port=0 max-connections=2000 max-payload-bytes=1048576 drain-ms=1000 worker-grace-ms=2000 auth=auto max-tubes-per-principal=1000 console-port=9595 console-base-path=/ beanstalkd-port=11300 beanstalkd-host=127.0.0.1 beanstalkd-tls=false"
                                + " redis=redis://ann:***@h redis-timeout-ms=2000 redis-wait-ms=30000 overload-target-ms=50 overload-interval-ms=500 overload-queue=10000 overload-warm-up-ms=30000 allow-unsafe-redis=false namespace=grape data-dir=data metrics-tubes=100 self-check-per-second=1000 through-wait-ms=60000");
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
        boolean taken = OptionTypes.NAME.parse().apply(name).isPresent();
        if (taken) {
            new Keys(name);
        } else {
            assertThatThrownBy(() -> new Keys(name)).hasMessageContaining("namespace");
        }
    }

    private static OptionValues read(String... args) {
        return OptionValues.read(List.of(args), Map.of());
    }

    private String file(String yaml) throws IOException {
        return Files.writeString(directory.resolve("grape.yaml"), yaml).toString();
    }
}
