package io.grape.server.parking;

import io.grape.core.JobId;
import io.grape.core.JobState;
import io.grape.core.TubeName;
import io.grape.core.job.BlockingResults;
import io.grape.core.job.JobResult;
import io.grape.core.job.JobResults;
import io.grape.core.job.PendingState;
import io.grape.core.job.WakeUps;
import io.vertx.core.Context;
import io.vertx.core.Vertx;
import java.time.Duration;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Those who wait at this broker until jobs have finished. Each looks when it comes, when a hint says that its job has finished, and
 * after a bounded time, because hints get lost and nothing tells that a job has failed.
 *
 * <p>All state belongs to one event loop; every method may be called from anywhere.
 */
public final class ParkedResults implements BlockingResults {
    private final Vertx vertx;
    private final Context context;
    private final JobResults results;
    /** Those who wait, by tube and id. */
    private final Map<TubeName, Map<String, Set<ParkedResult>>> parked = new ConcurrentHashMap<>();

    private final AtomicInteger count = new AtomicInteger();
    private final PollInterval pace = new PollInterval(count::get);
    private boolean draining;

    public ParkedResults(Vertx vertx, JobResults results) {
        this.vertx = vertx;
        this.context = vertx.getOrCreateContext();
        this.results = results;
    }

    /** Listens to hints, before they are subscribed to. */
    public void listen(WakeUps hints) {
        hints.onFinish(this::finished);
    }

    /** Those who wait go with what is known, and so does who comes. */
    public void drain() {
        context.runOnContext(start -> {
            draining = true;
            parked.values().stream()
                    .flatMap(ofTube -> ofTube.values().stream())
                    .flatMap(Set::stream)
                    .toList()
                    .forEach(ParkedResult::leave);
        });
    }

    @Override
    public CompletionStage<JobResult> result(TubeName tube, JobId id) {
        return results.result(tube, id);
    }

    @Override
    public CompletionStage<JobState> state(TubeName tube, JobId id) {
        return results.state(tube, id, Duration.ZERO);
    }

    @Override
    public PendingState await(TubeName tube, JobId id, Duration wait) {
        ParkedResult visitor = new ParkedResult(wait, vertx, context, pace, watch -> results.state(tube, id, watch));
        context.runOnContext(enter -> {
            if (draining) {
                visitor.leave();
            }
            parked.computeIfAbsent(tube, name -> new HashMap<>())
                    .computeIfAbsent(id.value(), name -> new HashSet<>())
                    .add(visitor);
            count.incrementAndGet();
            visitor.state().whenComplete((end, failure) -> context.runOnContext(left -> left(tube, id, visitor)));
            visitor.enter();
        });
        return visitor;
    }

    private void left(TubeName tube, JobId id, ParkedResult visitor) {
        visitor.disarm();
        Map<String, Set<ParkedResult>> ofTube = parked.get(tube);
        Set<ParkedResult> ofJob = ofTube == null ? null : ofTube.get(id.value());
        if (ofTube == null || ofJob == null || !ofJob.remove(visitor)) {
            return;
        }
        count.decrementAndGet();
        if (ofJob.isEmpty()) {
            ofTube.remove(id.value());
        }
        if (ofTube.isEmpty()) {
            parked.remove(tube);
        }
    }

    private void finished(TubeName tube, List<String> ids) {
        if (parked.containsKey(tube)) {
            context.runOnContext(hint -> {
                Map<String, Set<ParkedResult>> ofTube = parked.getOrDefault(tube, Map.of());
                ids.forEach(id -> List.copyOf(ofTube.getOrDefault(id, Set.of())).forEach(ParkedResult::look));
            });
        }
    }
}
