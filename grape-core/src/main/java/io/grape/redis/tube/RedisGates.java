package io.grape.redis.tube;

import io.grape.core.Alphabet;
import io.grape.core.ErrorCode;
import io.grape.core.GrapeException;
import io.grape.core.JobState;
import io.grape.core.TubeName;
import io.grape.core.gate.Gate;
import io.grape.core.gate.GateMatch;
import io.grape.core.gate.GateMode;
import io.grape.core.gate.GateRequest;
import io.grape.core.gate.Gates;
import io.grape.core.job.NewJob;
import io.grape.core.tube.Tube;
import io.grape.redis.broker.BrokerCapabilities;
import io.grape.redis.script.Args;
import io.grape.redis.script.Reply;
import io.grape.redis.script.Script;
import io.grape.redis.script.Stages;
import io.grape.redis.script.TubeScripts;
import io.grape.redis.script.UnreadableJobLog;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The gates of tubes in Redis. */
public final class RedisGates implements Gates {
    private static final Logger LOG = LoggerFactory.getLogger(RedisGates.class);
    private static final Script PUT = Script.ofTube("gate_put");
    private static final Script LIFT = Script.ofTube("gate_lift");

    private final TubeScripts scripts;
    private final RedisTubes tubes;
    private final BrokerCapabilities capabilities;

    public RedisGates(TubeScripts scripts, RedisTubes tubes, BrokerCapabilities capabilities) {
        this.scripts = scripts;
        this.tubes = tubes;
        this.capabilities = capabilities;
    }

    @Override
    public CompletionStage<List<Gate>> list(TubeName tube) {
        return scripts.gates(tube).thenCompose(reply -> {
            List<Gate> gates = GateReader.read(reply);
            return gates.stream().anyMatch(RedisGates::holdsAll)
                    ? tubes.describe(tube).thenApply(found -> counted(gates, found))
                    : CompletableFuture.completedStage(gates);
        });
    }

    private static boolean holdsAll(Gate gate) {
        return gate.match().equals(GateMatch.ALL) && gate.mode() == GateMode.HOLD && !gate.isLifting();
    }

    /** The jobs that are held because all are: they stay where they were. */
    private static List<Gate> counted(List<Gate> gates, Tube tube) {
        return gates.stream()
                .map(gate -> holdsAll(gate) ? GateReader.withHeld(gate, tube.count(JobState.READY)) : gate)
                .toList();
    }

    @Override
    public CompletionStage<Boolean> put(TubeName tube, String name, GateRequest request) {
        return put(tube, name, request, false);
    }

    @Override
    public CompletionStage<Boolean> check(TubeName tube, String name, GateRequest request) {
        return put(tube, name, request, true);
    }

    private CompletionStage<Boolean> put(TubeName tube, String name, GateRequest request, boolean isDryRun) {
        return Stages.call(() -> {
            String checked = checked(name);
            NewJob.checkNoPathStep("name", checked);
            boolean isPause = name.equals(PAUSE);
            if (isPause && !(request.match().equals(GateMatch.ALL) && request.mode() == GateMode.HOLD)) {
                throw GrapeException.badValue(
                        "name", "another one, as the gate pause is the pause of the tube and holds all jobs", "pause");
            }
            Args args = scripts.args(tube)
                    .add(checked)
                    .add(request.mode().wireName())
                    .add(request.match().kind().wireName())
                    .add(request.match().value())
                    .addOptional(request.until())
                    .add(request.by())
                    .add(request.reason())
                    .add(MAX_GATES)
                    .add(isDryRun ? 1 : 0);
            CompletionStage<Boolean> allowed =
                    isPause ? CompletableFuture.completedStage(true) : capabilities.checkedForGates(tube);
            return allowed.thenCompose(done -> scripts.run(PUT, tube, args))
                    .thenCompose(reply -> reply.code().equals("WRONG_STATE")
                            ? CompletableFuture.failedStage(refusal(tube, name, reply))
                            : scripts.checked(reply, tube))
                    .thenApply(reply -> reply.number(1) == 1);
        });
    }

    private static GrapeException refusal(TubeName tube, String name, Reply reply) {
        String gate = "gate " + name + " of tube " + tube;
        return new GrapeException(
                ErrorCode.WRONG_STATE,
                switch (reply.text(1)) {
                    case "full" -> "tube " + tube + " has " + MAX_GATES + " gates, which is the maximum";
                    case "keyless" -> "tube " + tube + " has no keys: a gate by key would have no effect";
                    case "ordered" ->
                        "tube " + tube
                                + " keeps the order of each key: what a gate holds by a label would be overtaken";
                    case "lifting" -> gate + " puts back what it held: wait for its end, or use another name";
                    default -> gate + " holds jobs by its label: lift it first, or use another name";
                });
    }

    @Override
    public CompletionStage<Void> lift(TubeName tube, String name) {
        return Stages.call(() -> slice(tube, checked(name), false).thenAccept(more -> {
            if (more) {
                goOn(tube, name);
            }
        }));
    }

    private CompletionStage<Boolean> slice(TubeName tube, String name, boolean goesOn) {
        return scripts.runOrFail(LIFT, tube, scripts.args(tube).add(name).add(goesOn ? 1 : 0))
                .thenApply(reply -> {
                    UnreadableJobLog.tell(tube, reply, 2);
                    return reply.number(1) == 1;
                });
    }

    /** Nobody waits for the rest. If this broker dies, the next consume of any broker goes on. */
    private void goOn(TubeName tube, String name) {
        slice(tube, name, true).whenComplete((more, failure) -> {
            if (failure != null) {
                LOG.info("gate is lifted by the next consumes tube={} gate={}: {}", tube, name, failure.toString());
            } else if (more) {
                goOn(tube, name);
            }
        });
    }

    private static String checked(String name) {
        return Alphabet.GATE.checked("name", name, MAX_NAME_CHARS);
    }
}
