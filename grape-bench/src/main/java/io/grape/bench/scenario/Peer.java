package io.grape.bench.scenario;

import io.grape.bench.sdk.SdkProgram;
import io.grape.bench.stage.QueueServer;
import io.grape.bench.stage.Stage;
import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/**
 * A queue that is compared with Grape, or Grape itself. The launcher builds the client libraries of the others, and says where they
 * are: no other class path has them.
 *
 * @param name as on the command line
 * @param server starts what its client library talks to; empty if this machine does not have it
 * @param absent what is missing then
 */
record Peer(String name, Function<Stage, Optional<QueueServer>> server, String absent) {
    private static final String GRAPE = "grape";
    private static final String BULLMQ = "bullmq";
    private static final String NO_POSTGRES = "no PostgreSQL on this machine (Debian: apt install postgresql)";

    static final List<Peer> ALL = List.of(
            new Peer(GRAPE, stage -> Optional.of(stage.grapeServer()), ""),
            new Peer("redisson", stage -> Optional.of(stage.redisServer()), ""),
            new Peer("rabbitmq", Stage::rabbitMq, "no RabbitMQ on this machine (Debian: apt install rabbitmq-server)"),
            new Peer(
                    "beanstalkd",
                    Stage::beanstalkdServer,
                    "no beanstalkd on this machine (Debian: apt install beanstalkd)"),
            new Peer("db-scheduler", Stage::postgres, NO_POSTGRES),
            new Peer(BULLMQ, stage -> Optional.of(stage.redisServer()), ""),
            new Peer("jobrunr", Stage::postgres, NO_POSTGRES),
            new Peer("quartz", Stage::postgres, NO_POSTGRES));

    /** The command that runs its client; empty if that was not built. */
    Optional<List<String>> client(ScenarioOptions given) {
        if (name.equals(GRAPE)) {
            return Optional.of(ClientOptions.command(
                    given, ClientOptions.ALL_CPUS, System.getProperty("java.class.path"), SdkProgram.class.getName()));
        }
        String libraries = System.getProperty("grape.peers", "");
        if (libraries.isEmpty()) {
            return Optional.empty();
        }
        Path built = Path.of(libraries);
        if (name.equals(BULLMQ)) {
            Path script = built.resolve("js").resolve("bullmq.js");
            boolean isThere =
                    Files.isDirectory(script.resolveSibling("node_modules").resolve(BULLMQ));
            return isThere ? Optional.of(new ArrayList<>(List.of("node", script.toString()))) : Optional.empty();
        }
        Path jar = built.resolve("grape-bench-peers.jar");
        if (!Files.exists(jar)) {
            return Optional.empty();
        }
        List<String> command = ClientOptions.command(
                given,
                ClientOptions.ALL_CPUS,
                jar + File.pathSeparator + built.resolve("lib") + File.separator + "*",
                "io.grape.bench.peers.PeerProgram");
        command.removeIf(argument -> argument.startsWith("-Dlogback."));
        command.add(name);
        return Optional.of(command);
    }
}
