package io.grape.server.metrics;

import static org.assertj.core.api.Assertions.assertThat;

import io.grape.embedded.EmbeddedRedis;
import io.grape.redis.RawRedis;
import io.grape.server.ServerExtension;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.snakeyaml.engine.v2.api.Load;
import org.snakeyaml.engine.v2.api.LoadSettings;

/** What is deployed with Docker, as far as it can be held against brokers without it. */
class DeployTest {
    private static final Path ROOT = Path.of("..");
    private static final Pattern EXPRESSION = Pattern.compile("`([^`]+)`");
    private static final Pattern MODULE = Pattern.compile("<module>([^<]+)</module>");
    private static final Pattern METRIC = Pattern.compile("\\bgrape_\\w+");

    @RegisterExtension
    final ServerExtension broker = new ServerExtension();

    @TempDir
    Path directory = Path.of("");

    /** Maven reads the poms of all modules, whichever it builds. */
    @Test
    void theImageIsBuiltWithThePomOfEachModule() throws IOException {
        List<String> modules = MODULE.matcher(Files.readString(ROOT.resolve("pom.xml")))
                .results()
                .map(module -> "COPY " + module.group(1))
                .toList();
        assertThat(modules).isNotEmpty();
        assertThat(Files.readString(ROOT.resolve("Dockerfile"))).contains(modules);
    }

    /** How such a broker starts: RefusedStartTest. */
    @Test
    void theImageHasNoRedis() throws IOException {
        String jar = "grape-server/target/run/lib/embedded-redis-*.jar";
        assertThat(Files.readString(ROOT.resolve("grape-process/pom.xml")))
                .contains("<artifactId>embedded-redis</artifactId>");
        assertThat(Files.readString(ROOT.resolve("Dockerfile")))
                .contains("&& rm " + jar)
                .contains("COPY --from=build /build/grape-server/target/run/lib /grape/lib")
                .doesNotContain("GRAPE_DATA_DIR");
    }

    @Test
    void everyFileIsYaml() throws IOException {
        assertThat(read(ROOT.resolve("docker-compose.yml"))).isInstanceOf(Map.class);
        try (Stream<Path> files = Files.walk(ROOT.resolve("deploy"))) {
            List<Path> yaml = files.filter(file -> file.toString().matches(".*\\.(yml|json)"))
                    .toList();
            assertThat(yaml)
                    .hasSize(6)
                    .allSatisfy(file -> assertThat(read(file)).isInstanceOf(Map.class));
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"deploy/prometheus/alerts.yml", "deploy/grafana/dashboards/grape.json"})
    void whatIsWatchedIsScraped(String file) throws IOException {
        broker.call("PUT", "/v1/tubes/orders", "{\"keys\":{},\"latenessTargetMs\":1000}", "application/json");
        broker.call("PUT", "/v1/tubes/orders/jobs/a?key=acme", "payload", "text/plain");
        broker.call("POST", "/v1/tubes/orders/consume");
        Set<String> scraped = Scrape.read(broker.call("GET", "/metrics").body()).names(name -> true).stream()
                .map(sample -> sample.replaceAll("\\{.*", ""))
                .collect(Collectors.toSet());

        List<String> watched = METRIC.matcher(Files.readString(ROOT.resolve(file)))
                .results()
                .map(MatchResult::group)
                .toList();

        assertThat(watched).isNotEmpty();
        assertThat(scraped).containsAll(watched);
    }

    @Test
    void whatToBeWokenForIsWhatTheRulesSay() throws IOException {
        List<?> groups = (List<?>) at(read(ROOT.resolve("deploy/prometheus/alerts.yml")), "groups");
        List<String> rules = groups.stream()
                .flatMap(group -> ((List<?>) at(group, "rules")).stream())
                .map(rule -> at(rule, "expr").toString())
                .toList();
        String page = Files.readString(ROOT.resolve("docs/operations.md"));
        String table = page.substring(page.indexOf("| what | expression |"));
        table = table.substring(0, table.indexOf("\n## "));
        List<String> told = EXPRESSION
                .matcher(table)
                .results()
                .map(expression -> expression.group(1))
                .toList();
        assertThat(told).isNotEmpty().containsExactlyInAnyOrderElementsOf(rules);
    }

    @Test
    void theCompositionLetsNobodyInUnaskedAndStaysOnLoopbackUnlessItIsSaid() throws IOException {
        Object yaml = read(ROOT.resolve("docker-compose.yml"));
        assertThat(at(yaml, "x-broker", "environment", "GRAPE_AUTH")).isEqualTo("required");
        assertThat(at(yaml, "x-broker", "environment", "GRAPE_ALLOWED_HOSTS").toString())
                .doesNotContain("*");
        assertThat(at(yaml, "services", "grafana", "environment", "GF_AUTH_ANONYMOUS_ENABLED"))
                .isEqualTo("false");
        assertThat(at(yaml, "services", "grafana", "environment", "GF_SECURITY_ADMIN_PASSWORD__FILE"))
                .isEqualTo("/secrets/grafana/password");
        assertThat(at(yaml, "services", "redis", "image").toString()).startsWith("valkey/valkey:8");
        List<String> ports = ((Map<?, ?>) at(yaml, "services"))
                .values().stream()
                        .map(service -> ((Map<?, ?>) service).get("ports"))
                        .filter(Objects::nonNull)
                        .flatMap(published -> ((List<?>) published).stream())
                        .map(Object::toString)
                        .toList();
        assertThat(ports)
                .hasSize(4)
                .allMatch(port -> port.matches("(\\$\\{BIND_ADDRESS:-127\\.0\\.0\\.1}|127\\.0\\.0\\.1):\\d+:\\d+"));
    }

    @Test
    void whatScrapesShowsTheTokenThatIsMadeForIt() throws IOException {
        String composition = Files.readString(ROOT.resolve("docker-compose.yml"));
        assertThat(composition)
                .contains("token add prometheus --scope read > /secrets/prometheus/token", "user first admin");
        assertThat(Files.readString(ROOT.resolve("deploy/prometheus/prometheus.yml")))
                .contains("credentials_file: /secrets/prometheus/token");
        assertThat(Files.readString(ROOT.resolve("Dockerfile"))).contains("/image.sh /system");
    }

    @Test
    void prometheusAndGrafanaDoNotReadEachOthersSecret() throws IOException {
        Object yaml = read(ROOT.resolve("docker-compose.yml"));
        assertThat(secrets(yaml, "prometheus")).containsExactly("prometheus-secret:/secrets/prometheus:ro");
        assertThat(secrets(yaml, "grafana")).containsExactly("grafana-secret:/secrets/grafana:ro");
        assertThat(secrets(yaml, "setup"))
                .containsExactlyInAnyOrder("prometheus-secret:/secrets/prometheus", "grafana-secret:/secrets/grafana");
        // A volume takes its owner from the folder of the image.
        assertThat(Files.readString(ROOT.resolve("tools/image.sh")))
                .contains(
                        "\"$root/secrets/prometheus\" \"$root/secrets/grafana\"",
                        "chown -R 10001:10001 \"$root/secrets\"");
    }

    private static Set<String> secrets(Object yaml, String service) {
        return ((List<?>) at(yaml, "services", service, "volumes"))
                .stream()
                        .map(Object::toString)
                        .filter(volume -> volume.contains("secret"))
                        .collect(Collectors.toSet());
    }

    @Test
    void redisIsToldWhatTheEmbeddedOneIsTold() throws IOException {
        List<?> command = (List<?>) at(read(ROOT.resolve("docker-compose.yml")), "services", "redis", "command");
        assertThat(command).hasSizeGreaterThan(10);
        try (EmbeddedRedis redis = EmbeddedRedis.durable(directory)) {
            for (int i = 1; i < command.size(); i += 2) {
                String setting = String.valueOf(command.get(i)).substring(2);
                if (!Set.of("maxmemory", "protected-mode").contains(setting)) {
                    assertThat(configured(redis, setting)).as(setting).isEqualTo(command.get(i + 1));
                }
            }
        }
    }

    private static String configured(EmbeddedRedis redis, String setting) {
        try (RawRedis raw = RawRedis.to(redis.uri())) {
            return raw.commands().configGet(setting).getOrDefault(setting, "");
        }
    }

    private static Object at(Object yaml, String... path) {
        Object found = yaml;
        for (String key : path) {
            found = Objects.requireNonNull(((Map<?, ?>) found).get(key), key);
        }
        return found;
    }

    private static Object read(Path file) {
        try {
            return new Load(LoadSettings.builder().build()).loadFromString(Files.readString(file));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
