package io.grape.redis;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Objects;
import org.testcontainers.DockerClientFactory;
import org.testcontainers.containers.GenericContainer;
import org.testcontainers.containers.wait.strategy.Wait;
import org.testcontainers.images.builder.ImageFromDockerfile;
import org.testcontainers.images.builder.Transferable;
import org.testcontainers.utility.DockerImageName;

/**
 * A Redis in a container, where a Docker engine answers, started once: of the image that {@code GRAPE_TEST_REDIS_IMAGE} names,
 * else of one that is made of the embedded binary and so takes no registry.
 */
final class TestContainer {
    private static final int PORT = 6379;
    /** The mode of a file that may be run. */
    private static final int EXECUTABLE = 0100755;

    private TestContainer() {}

    /** Says aloud when there is no engine. */
    static boolean isPossible() {
        boolean possible = DockerClientFactory.instance().isDockerAvailable();
        if (!possible) {
            System.err.println("SKIPPED: no Docker engine answers, so Redis in a container was NOT tested");
        }
        return possible;
    }

    /** A Redis URI that is good until the run ends. */
    static String uri() {
        return Started.URI;
    }

    private static GenericContainer<?> container() {
        String named = System.getenv("GRAPE_TEST_REDIS_IMAGE");
        GenericContainer<?> redis = named != null && !named.isBlank()
                ? new GenericContainer<>(DockerImageName.parse(named))
                : new GenericContainer<>(image());
        // From outside of the container; without a password Redis would answer only what is inside.
        return redis.withExposedPorts(PORT)
                .waitingFor(Wait.forLogMessage(".*Ready to accept connections.*", 1))
                .withCommand(
                        "redis-server",
                        "--protected-mode",
                        "no",
                        "--appendonly",
                        "yes",
                        "--save",
                        "",
                        "--maxmemory-policy",
                        "noeviction");
    }

    private static ImageFromDockerfile image() {
        return new ImageFromDockerfile()
                .withFileFromTransferable("redis-server", Transferable.of(binary(), EXECUTABLE))
                .withDockerfileFromBuilder(file -> file.from("scratch")
                        .copy("redis-server", "/bin/redis-server")
                        .build());
    }

    /** An engine runs Linux on whatever machine, mostly of the machine's own kind. */
    private static byte[] binary() {
        String kind = System.getProperty("os.arch").matches("aarch64|arm64") ? "arm64" : "amd64";
        try (InputStream in = TestContainer.class.getResourceAsStream("/redis-server-7.0.15-linux-" + kind)) {
            return Objects.requireNonNull(in, kind).readAllBytes();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static final class Started {
        static final String URI = start();

        private static String start() {
            GenericContainer<?> redis = container();
            redis.start();
            Runtime.getRuntime().addShutdownHook(new Thread(redis::stop));
            return "redis://" + redis.getHost() + ":" + redis.getMappedPort(PORT);
        }
    }
}
