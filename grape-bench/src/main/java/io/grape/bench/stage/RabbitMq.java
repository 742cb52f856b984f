package io.grape.bench.stage;

import io.grape.harness.HarnessFailure;
import io.grape.harness.Programs;
import io.grape.process.FreePorts;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/** A RabbitMQ without plugins, in a directory of its own. */
final class RabbitMq {
    /** Debian's launcher on the PATH changes to another user; this does not. */
    private static final Path DEBIAN = Path.of("/usr/lib/rabbitmq/bin/rabbitmq-server");

    private RabbitMq() {}

    static Optional<Path> program() {
        return Files.isExecutable(DEBIAN) ? Optional.of(DEBIAN) : Programs.find("rabbitmq-server");
    }

    static QueueServer start(Path program, Path directory) {
        int mapper = FreePorts.one();
        int distribution = FreePorts.one();
        try {
            Files.createDirectories(directory);
        } catch (IOException e) {
            throw new HarnessFailure("cannot make a directory for RabbitMQ: " + e.getMessage(), e);
        }
        ListeningProcess server = ListeningProcess.start(
                "RabbitMQ",
                directory.resolve("rabbitmq.out"),
                address -> List.of(
                        "env",
                        "HOME=" + directory,
                        "ERL_EPMD_PORT=" + mapper,
                        "RABBITMQ_CONF_ENV_FILE=" + directory.resolve("none"),
                        "RABBITMQ_DIST_PORT=" + distribution,
                        "RABBITMQ_ENABLED_PLUGINS_FILE=" + directory.resolve("plugins"),
                        "RABBITMQ_LOG_BASE=" + directory.resolve("log"),
                        "RABBITMQ_MNESIA_BASE=" + directory.resolve("data"),
                        "RABBITMQ_NODENAME=grape-bench-" + mapper + "@localhost",
                        "RABBITMQ_NODE_IP_ADDRESS=" + address.getAddress().getHostAddress(),
                        "RABBITMQ_NODE_PORT=" + address.getPort(),
                        program.toString()));
        ProcessTree tree = new ProcessTree(server.child().program());
        return QueueServer.of(
                "amqp://guest:guest@127.0.0.1:" + server.address().getPort(),
                server.child().program(),
                tree::residentBytes,
                () -> {
                    tree.kill();
                    server.child().kill();
                    // Erlang's port mapper is a daemon that outlives the node.
                    Programs.run("env", "ERL_EPMD_PORT=" + mapper, "epmd", "-kill");
                });
    }
}
