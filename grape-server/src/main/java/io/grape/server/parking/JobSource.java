package io.grape.server.parking;

import io.grape.core.JobId;
import io.grape.core.Limits;
import io.grape.core.TubeName;
import io.grape.core.job.Broker;
import io.grape.core.job.ConsumeResult;
import io.grape.core.job.Job;
import io.grape.core.job.ResponseRoom;
import io.grape.server.admission.MemoryBudgets;
import io.grape.server.lease.OutageLog;
import io.grape.server.lease.TubeOwnership;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Where consumers take jobs from, and give them back to. May be used from anywhere. */
final class JobSource {
    private static final Logger LOG = LoggerFactory.getLogger(JobSource.class);

    private final Broker broker;
    private final TubeOwnership ownership;
    private final OutageLog outage;
    private final MemoryBudgets memory;
    private final Runnable afterGivingBack;
    private final AtomicInteger givingBack = new AtomicInteger();

    JobSource(
            Broker broker, TubeOwnership ownership, OutageLog outage, MemoryBudgets memory, Runnable afterGivingBack) {
        this.broker = broker;
        this.ownership = ownership;
        this.outage = outage;
        this.memory = memory;
        this.afterGivingBack = afterGivingBack;
    }

    /** What a run for many holds, until those hold it who get its jobs. */
    ResponseRoom room() {
        return memory.answers().share();
    }

    /** Waits until there is room for as many jobs. */
    CompletionStage<Void> await(ResponseRoom room, int max, Duration patience) {
        return room.await(memory.most(max), patience);
    }

    /** Consumes jobs, for which there is room. */
    CompletionStage<ConsumeResult> take(TubeName tube, int max, Duration parking) {
        return ownership.consume(tube, max, parking);
    }

    /** Takes one job, for which there is room. */
    CompletionStage<Job> take(TubeName tube, JobId id) {
        return ownership.take(tube, id);
    }

    void giveBack(List<Job> jobs) {
        jobs.stream().collect(Collectors.groupingBy(Job::tube)).forEach((tube, group) -> {
            for (int from = 0; from < group.size(); from += Limits.MAX_BATCH) {
                giveBack(tube, group.subList(from, Math.min(group.size(), from + Limits.MAX_BATCH)));
            }
        });
    }

    private void giveBack(TubeName tube, List<Job> jobs) {
        givingBack.incrementAndGet();
        broker.handBack(tube, jobs).whenComplete((done, failure) -> {
            givingBack.decrementAndGet();
            afterGivingBack.run();
            if (failure != null && !outage.covers(OutageLog.BEAT, failure)) {
                LOG.warn(
                        "could not give back jobs, they return when their leases run out tube={} ids={}",
                        tube,
                        jobs.stream().map(Job::id).toList(),
                        failure);
            }
        });
    }

    boolean isGivingBack() {
        return givingBack.get() > 0;
    }
}
