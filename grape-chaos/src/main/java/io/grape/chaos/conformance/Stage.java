package io.grape.chaos.conformance;

import io.grape.process.ChildProcess;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import java.util.function.BooleanSupplier;

/** What one case is played on: a tube of its own, a player, and the worker once it is started. */
final class Stage implements AutoCloseable {
    private static final Duration PATIENCE = Duration.ofSeconds(60);
    /** How long a worker has to end: as long as a broker's, and as what containers give. */
    private static final Duration END = Duration.ofSeconds(10);

    private final String tube = "conformance-" + UUID.randomUUID().toString().substring(0, 8);
    private final Broker broker;
    private final String command;
    private final Player player;
    private final Path log;
    private ChildProcess worker;

    /** Starts the worker too: the jobs are there when it comes. */
    Stage(Broker broker, String command, Script script, List<Job> jobs) throws IOException {
        this.broker = broker;
        this.command = command;
        this.player = new Player(broker, script);
        this.log = Files.createTempFile("grape-worker-", ".out");
        jobs.forEach(job -> produce(job.id(), job.payload(), job.query()));
        this.worker = start();
    }

    private ChildProcess start() throws IOException {
        return ChildProcess.start(log, List.of("sh", "-c", "exec " + command), variables -> {
            variables.put("GRAPE_URL", player.uri().toString());
            variables.put("GRAPE_TUBE", tube);
        });
    }

    Seen seen() {
        return player.seen();
    }

    void produce(String id, String payload, String query) {
        broker.produce(tube, id, payload, query);
    }

    /** Waits until something is so, or says that the worker should have done it. */
    void await(BooleanSupplier isSo, String should) {
        if (!worker.awaitReady(isSo, PATIENCE) && !isSo.getAsBoolean()) {
            throw new Wrong(
                    worker.isAlive() ? seen().summary() + " in " + PATIENCE.toSeconds() + " s" : ended(), should);
        }
    }

    void awaitFinish(String id) {
        await(() -> seen().isDone(id, "finish"), "finish the job " + id);
    }

    /** Lets the worker go on for a time. */
    void watch(Duration time) {
        if (worker.awaitExit(time)) {
            throw new Wrong(ended(), "go on");
        }
    }

    private String ended() {
        List<String> lines = worker.output().lines().toList();
        String said = lines.isEmpty() ? "nothing" : lines.get(0) + " … " + lines.get(lines.size() - 1);
        return "ended with status " + worker.awaitExit() + " and said: " + said;
    }

    /** Sends SIGTERM, and waits for the end of the worker. */
    void terminate() {
        player.deliverNoMore();
        worker.program().destroy();
        if (!worker.awaitExit(END)) {
            throw new Wrong("still ran " + END.toSeconds() + " s after SIGTERM", "end by then");
        }
    }

    @Override
    public void close() throws IOException {
        worker.kill();
        player.close();
        Files.delete(log);
        broker.remove(tube);
    }
}
