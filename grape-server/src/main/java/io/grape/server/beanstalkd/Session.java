package io.grape.server.beanstalkd;

import io.grape.core.TubeName;
import io.grape.core.job.BlockingConsume;
import io.grape.core.job.Job;
import io.grape.server.access.Principal;
import io.grape.server.address.CallerAddress;
import io.grape.server.admission.ClientName;
import io.grape.server.admission.MemoryBudget;
import io.netty.util.concurrent.EventExecutor;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/** What a connection has said of itself, and what it holds. Lives on one event loop. */
final class Session {
    static final TubeName DEFAULT_TUBE = new TubeName("default");

    private static final long BYTES_OF_A_TUBE = 1000;
    private static final long BYTES_OF_A_LETTER = 3;

    private final Ports ports;
    private final Usage usage;
    private final Principal caller;
    private final ClientName client;
    private final AuditTrail audit;
    private final EventExecutor loop;
    private final SessionMemory memory;
    private final Reservations reservations;
    private final ShownNumbers numbers;
    private final Set<TubeName> watched = new LinkedHashSet<>();
    private TubeName used = DEFAULT_TUBE;
    private boolean produces;
    private boolean works;
    private boolean isOver;

    /**
     * Holds nothing yet.
     *
     * @param memory for what it holds as long as the connection lasts
     */
    Session(
            Ports ports,
            Usage usage,
            Principal caller,
            CallerAddress from,
            AuditTrail audit,
            SessionMemory memory,
            EventExecutor loop) {
        this.client = new ClientName(caller.quotaName(from.text()), caller.quotaName(from.group()));
        this.memory = memory;
        this.audit = audit;
        this.loop = loop;
        this.ports = ports;
        this.usage = usage;
        this.caller = caller;
        this.reservations = new Reservations(usage, memory);
        this.numbers = new ShownNumbers(ports.numbers(), memory);
        usage.opened();
        usage.using(used, 1);
        watched.add(DEFAULT_TUBE);
        usage.watching(DEFAULT_TUBE, 1);
    }

    /** What becomes of a stage, on the event loop of this connection. */
    <T> CompletionStage<T> await(CompletionStage<T> stage) {
        CompletableFuture<T> here = new CompletableFuture<>();
        stage.whenComplete((value, failure) -> {
            if (loop.inEventLoop()) {
                complete(here, value, failure);
            } else {
                loop.execute(() -> complete(here, value, failure));
            }
        });
        return here;
    }

    private static <T> void complete(CompletableFuture<T> here, T value, @Nullable Throwable failure) {
        if (failure == null) {
            here.complete(value);
        } else {
            here.completeExceptionally(failure);
        }
    }

    Ports ports() {
        return ports;
    }

    Usage usage() {
        return usage;
    }

    Principal caller() {
        return caller;
    }

    /** By what names it may have a quota. */
    ClientName client() {
        return client;
    }

    /** Where its jobs come from, as far as it may have some now. */
    BlockingConsume source() {
        return ports.quotas().consume(this::client, ports.waiters());
    }

    /** The same where it waits until it may have some. */
    BlockingConsume patientSource() {
        return ports.quotas().consumePatiently(this::client, ports.waiters());
    }

    AuditTrail audit() {
        return audit;
    }

    Reservations reservations() {
        return reservations;
    }

    ShownNumbers numbers() {
        return numbers;
    }

    TubeName used() {
        return used;
    }

    void use(TubeName tube) {
        usage.using(tube, 1);
        usage.using(used, -1);
        used = tube;
    }

    /** In the order in which they were watched. */
    List<TubeName> watched() {
        return List.copyOf(watched);
    }

    /** Those whose jobs the caller may have: each connection watches {@code default}, whether its caller may use it or not. */
    List<TubeName> reservable() {
        return watched.stream().filter(tube -> caller.mayTube(tube.value())).toList();
    }

    /** Fails with OVERLOADED where there is no memory for it. */
    void watch(TubeName tube) {
        if (watched.contains(tube)) {
            return;
        }
        if (!memory.take(bytes(tube))) {
            throw MemoryBudget.full("watched tubes");
        }
        watched.add(tube);
        usage.watching(tube, 1);
    }

    /** One that is watched, and waited at. The first one, which is no more than a connection, counts nothing. */
    private static long bytes(TubeName tube) {
        return tube.equals(DEFAULT_TUBE)
                ? 0
                : BYTES_OF_A_TUBE + BYTES_OF_A_LETTER * tube.value().length();
    }

    /** False where it is the only one. */
    boolean ignore(TubeName tube) {
        if (watched.size() == 1 && watched.contains(tube)) {
            return false;
        }
        if (watched.remove(tube)) {
            memory.give(bytes(tube));
            usage.watching(tube, -1);
        }
        return true;
    }

    int watchedCount() {
        return watched.size();
    }

    void produces() {
        if (!produces) {
            produces = true;
            usage.producers(1);
        }
    }

    void works() {
        if (!works) {
            works = true;
            usage.workers(1);
        }
    }

    /** A job was reserved, and is known by a number. False when the connection is gone: the job went back. */
    boolean reserved(long number, Job job) {
        if (isOver) {
            source().giveBack(List.of(job));
            return false;
        }
        reservations.add(number, job);
        return true;
    }

    boolean isOver() {
        return isOver;
    }

    /** The connection is gone: its jobs are ready again, those executions uncounted. */
    void end() {
        if (isOver) {
            return;
        }
        isOver = true;
        List<Job> left = reservations.takeAll();
        if (!left.isEmpty()) {
            source().giveBack(left);
        }
        usage.using(used, -1);
        watched.forEach(tube -> usage.watching(tube, -1));
        usage.producers(produces ? -1 : 0);
        usage.workers(works ? -1 : 0);
        memory.release();
        usage.closed();
    }
}
