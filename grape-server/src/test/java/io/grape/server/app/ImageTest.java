package io.grape.server.app;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;
import static org.awaitility.Awaitility.await;

import io.grape.harness.Programs;
import io.grape.harness.Samples;
import io.grape.redis.TestRedis;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The last stage of the Dockerfile, with what the other stages make for it: no registry of images is needed. The broker in it
 * serves, and ends as the contract says.
 */
@Tag("long")
class ImageTest {
    private static final Path ROOT = Path.of("..").toAbsolutePath().normalize();
    private static final long MAX_BYTES = 120_000_000;
    private static final Duration SOON = Duration.ofSeconds(60);

    @TempDir
    Path context;

    @Test
    void theImageIsSmallAndServes() throws IOException, InterruptedException {
        assumeThat(Programs.run("docker", "info"))
                .as("SKIPPED: no Docker engine answers")
                .isTrue();
        assumeThat(Programs.run("busybox", "true"))
                .as("SKIPPED: there is no busybox")
                .isTrue();
        run(ROOT.resolve("tools/image.sh").toString(), context.resolve("system").toString());
        run(
                "mvn",
                "-q",
                "-B",
                "-ntp",
                "-f",
                ROOT.resolve("pom.xml").toString(),
                "-Dquick",
                "-Dquick.directory=run-image",
                "-pl",
                "grape-server",
                "-am",
                "package");
        Path built = ROOT.resolve("grape-server/target/run-image");
        Samples.copy(built.resolve("lib"), context.resolve("run/lib"));
        Files.copy(built.resolve("grape-server.jar"), context.resolve("run/grape-server.jar"));
        for (Path redis : list(context.resolve("run/lib"), "embedded-redis-")) {
            Files.delete(redis);
        }
        Files.writeString(context.resolve("Dockerfile"), lastStage());
        Path id = context.resolve("id");
        run("docker", "build", "--iidfile", id.toString(), context.toString());
        String image = Files.readString(id);
        assertThat(Long.parseLong(run("docker", "image", "inspect", "-f", "{{.Size}}", image)
                        .strip()))
                .isLessThan(MAX_BYTES);
        serves(image);
    }

    /** With what is in this context in place of other stages. */
    private static String lastStage() throws IOException {
        String dockerfile = Files.readString(ROOT.resolve("Dockerfile"));
        return dockerfile
                .substring(dockerfile.lastIndexOf("\nFROM ") + 1)
                .replace("--from=system /system", "system")
                .replace("--from=build /build/grape-server/target/run", "run");
    }

    private static List<Path> list(Path directory, String begin) throws IOException {
        try (var files = Files.list(directory)) {
            return files.filter(file -> file.getFileName().toString().startsWith(begin))
                    .collect(Collectors.toList());
        }
    }

    private static void serves(String image) throws IOException, InterruptedException {
        String broker = run(
                        "docker",
                        "run",
                        "-d",
                        "--network",
                        "host",
                        image,
                        "--host=127.0.0.1",
                        "--http-port=0",
                        "--console-port=0",
                        "--beanstalkd-port=-1",
                        "--redis=" + TestRedis.uri(),
                        "--namespace=" + TestRedis.newNamespace())
                .strip();
        try {
            await().atMost(SOON).until(() -> run("docker", "logs", broker).contains("grape is ready"));
            assertThat(fetch(broker, "http", "/health/ready")).contains("\"ready\":true");
            assertThat(fetch(broker, "console", "/")).contains("<title>Grape</title>");
            assertThat(run("docker", "exec", broker, "sh", "-c", "cat /proc/1/status"))
                    .contains("Uid:\t10001");
            assertThat(run("docker", "exec", broker, "java", "-XshowSettings:properties", "-version"))
                    .contains("sun.jnu.encoding = UTF-8");
            // The preStop of the manifests for Kubernetes.
            run("docker", "exec", broker, "sleep", "0");
            run("docker", "stop", "-t", "12", broker);
            assertThat(run("docker", "inspect", "-f", "{{.State.ExitCode}}", broker)
                            .strip())
                    .isEqualTo("0");
        } finally {
            run("docker", "rm", "-f", broker);
        }
    }

    /** What a port that the broker named responds with. */
    private static String fetch(String broker, String port, String path) throws IOException, InterruptedException {
        String uri = run("docker", "logs", broker).replaceAll("(?s).*grape is ready .*?" + port + "=(\\S+).*", "$1");
        return run("docker", "exec", broker, "wget", "-q", "-O", "-", uri + path);
    }

    /** What a program printed. Fails unless it ends with 0. */
    private static String run(String... command) throws IOException, InterruptedException {
        Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
        String output = new String(process.getInputStream().readAllBytes(), UTF_8);
        assertThat(process.waitFor())
                .as(String.join(" ", command) + "\n" + output)
                .isZero();
        return output;
    }
}
