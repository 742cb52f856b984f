package io.grape.chaos.conformance;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.UUID;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/** What one case is played on: a tube of its own, a player, and the worker once it is started. */
final class Stage implements AutoCloseable {
    private static final Duration PATIENCE = Duration.ofSeconds(60);
    /** How long a worker has to end: as long as a broker's, and as what containers give. */
    private static final Duration END = Duration.ofSeconds(10);

    private final String tube = "conformance-" + UUID.randomUUID().toString().substring(0, 8);
    private final RealBroker broker;
    private final Player player;
    private @Nullable WorkerProcess worker;
    private String startedBy = "";

    Stage(RealBroker broker, Script script) throws IOException {
        this.broker = broker;
        this.player = new Player(broker, script);
    }

    /** Starts the worker: the jobs are there when it comes. */
    void start(String command, List<CaseJob> jobs) throws IOException {
        jobs.forEach(job -> produce(job.id(), job.payload(), job.query()));
        start(command);
    }

    private void start(String command) throws IOException {
        startedBy = command;
        worker = WorkerProcess.start(command, Map.of("GRAPE_URL", player.uri().toString(), "GRAPE_TUBE", tube));
    }

    /** Kills the worker, and starts it again. */
    void killAndStart() {
        try {
            worker().close();
            start(startedBy);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private WorkerProcess worker() {
        return Objects.requireNonNull(worker, "started");
    }

    Seen seen() {
        return player.seen();
    }

    void produce(String id, String payload, String query) {
        broker.produce(tube, id, payload, query);
    }

    /** Waits until something is so, or says that the worker should have done it. */
    void await(BooleanSupplier isSo, String should) {
        if (!worker().await(isSo, PATIENCE)) {
            throw new Wrong(
                    worker().isAlive() ? seen().summary() + " in " + PATIENCE.toSeconds() + " s" : worker().end(),
                    should);
        }
    }

    void awaitFinish(String id) {
        await(() -> seen().isDone(id, "finish"), "finish the job " + id);
    }

    /** Lets the worker go on for a time, at least. */
    void watch(Duration time) {
        if (worker().awaitExit(time)) {
            throw new Wrong(worker().end(), "go on");
        }
    }

    /** Sends SIGTERM, and waits for the end of the worker. */
    void terminate() {
        player.deliverNoMore();
        worker().terminate();
        if (!worker().awaitExit(END)) {
            throw new Wrong("still ran " + END.toSeconds() + " s after SIGTERM", "end by then");
        }
    }

    @Override
    public void close() throws IOException {
        if (worker != null) {
            worker.close();
        }
        player.close();
        broker.remove(tube);
    }
}
