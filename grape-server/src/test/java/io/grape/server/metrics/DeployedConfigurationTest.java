package io.grape.server.metrics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.grape.harness.Programs;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.snakeyaml.engine.v2.api.Load;
import org.snakeyaml.engine.v2.api.LoadSettings;

/** What is deployed, as the programs that read it see it. */
@Tag("slow")
class DeployedConfigurationTest {
    private static final Path ROOT = Path.of("..");
    private static final long SECONDS = 300;

    @TempDir
    Path directory = Path.of("");

    @Test
    void theBalancerTakesBrokersByAddress() throws Exception {
        Map<String, String> addresses =
                Map.of("BIND", "127.0.0.1:9521", "BROKER_1", "127.0.0.1:9001", "BROKER_8", "[::1]:9008");
        run(addresses, "haproxy", "-c", "-dW", "-f", "deploy/haproxy.cfg");
    }

    @Test
    void theBalancerTakesBrokersByNameAsInTheComposition() throws Exception {
        String said = run(balancer(), "haproxy", "-c", "-f", "deploy/haproxy.cfg");

        // Nobody knows the names here; what comes up is told by the name server.
        assertThat(said.lines().filter(line -> line.contains("WARNING")))
                .allMatch(line -> line.contains("could not resolve address 'broker"));
    }

    @Test
    void prometheusTakesItsConfigurationWithTheRules() throws Exception {
        Path token = Files.writeString(directory.resolve("token"), "grape_0_0");
        Path rules = ROOT.resolve("deploy/prometheus/alerts.yml");
        Files.copy(rules, directory.resolve("alerts.yml"));
        String given = Files.readString(ROOT.resolve("deploy/prometheus/prometheus.yml"));
        assertThat(given).contains("/secrets/prometheus/token");
        Path config = Files.writeString(
                directory.resolve("prometheus.yml"), given.replace("/secrets/prometheus/token", token.toString()));
        run(Map.of(), "promtool", "check", "config", config.toString());
    }

    @Test
    void everyAlertFiresWhenItShouldAndNotBefore() throws Exception {
        run(Map.of(), "promtool", "test", "rules", "grape-server/src/test/resources/alerts-test.yml");
    }

    @Test
    void composeTakesTheComposition() throws Exception {
        run(Map.of(), "docker-compose", "-f", "docker-compose.yml", "config", "-q");
    }

    private static Map<String, String> balancer() throws IOException {
        Object yaml = new Load(LoadSettings.builder().build())
                .loadFromString(Files.readString(ROOT.resolve("docker-compose.yml")));
        for (String key : List.of("services", "balancer", "environment")) {
            yaml = Objects.requireNonNull(((Map<?, ?>) yaml).get(key), key);
        }
        return ((Map<?, ?>) yaml)
                .entrySet().stream()
                        .collect(Collectors.toMap(
                                entry -> entry.getKey().toString(),
                                entry -> entry.getValue().toString()));
    }

    /** Runs a program, if it is there, at the root; it must be content. Returns what it said. */
    private String run(Map<String, String> environment, String... command) throws IOException, InterruptedException {
        assumeInstalled(command[0]);
        Path out = directory.resolve("out");
        ProcessBuilder builder = new ProcessBuilder(command)
                .directory(ROOT.toFile())
                .redirectErrorStream(true)
                .redirectOutput(out.toFile());
        builder.environment().putAll(environment);
        Process process = builder.start();
        boolean ended = process.waitFor(SECONDS, TimeUnit.SECONDS);
        process.destroyForcibly();

        assertThat(ended).isTrue();
        assertThat(process.exitValue()).as(Files.readString(out)).isZero();
        return Files.readString(out);
    }

    private static void assumeInstalled(String program) {
        boolean installed = Programs.find(program).isPresent();
        if (!installed) {
            System.err.println("SKIPPED: " + program + " is not installed, so what it reads was NOT checked");
        }
        assumeTrue(installed, program + " is installed");
    }
}
