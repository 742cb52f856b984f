package io.grape.client.faults;

import static org.assertj.core.api.Assertions.assertThat;

import io.grape.client.Lease;
import io.grape.harness.RunningBroker;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/**
 * What the clients of a scenario did, as they know it, and the database of its workers: one row a job, which a write changes only
 * with a token that is not behind.
 */
final class Ledger {
    private final Map<String, CountDownLatch> produced = new ConcurrentHashMap<>();
    private final Map<String, Long> rows = new ConcurrentHashMap<>();
    private final Map<String, Set<Long>> finished = new ConcurrentHashMap<>();
    private final List<String> failures = new CopyOnWriteArrayList<>();

    /** An id is about to be produced. */
    void producing(String id) {
        produced.put(id, new CountDownLatch(1));
    }

    /** A produce was answered. */
    void answered(String id) {
        answer(id).countDown();
    }

    private CountDownLatch answer(String id) {
        return Objects.requireNonNull(produced.get(id), () -> id + " was handed out, and never produced");
    }

    /** A job that is finished before its produce was answered is made anew by a repeat of that. */
    void awaitAnswered(String id) throws InterruptedException {
        assertThat(answer(id).await(RunningBroker.PATIENCE.toSeconds(), TimeUnit.SECONDS))
                .isTrue();
    }

    /** How many produces have an answer. */
    long answered() {
        return produced.values().stream()
                .filter(answer -> answer.getCount() == 0)
                .count();
    }

    Set<String> ids() {
        return produced.keySet();
    }

    /** The effect of a job. */
    void write(String id, long token) {
        rows.merge(id, token, Math::max);
    }

    Set<String> written() {
        return rows.keySet();
    }

    /** A finish was answered well, while its lease still lasted. */
    void finished(String id, Lease lease) {
        finished.computeIfAbsent(id, key -> ConcurrentHashMap.newKeySet()).add(lease.token());
    }

    boolean hasFinished() {
        return !finished.isEmpty();
    }

    /** A call failed that is safe to repeat. */
    void failed(String call, Throwable failure) {
        failures.add(call + ": " + failure);
    }

    boolean hasFailures() {
        return !failures.isEmpty();
    }

    void assertNoCallFailed() {
        assertThat(failures).isEmpty();
    }

    /** Each job had its effect; none was finished by two leases; who finished one had written last. */
    void assertOneWinnerEach() {
        assertThat(written()).isEqualTo(ids());
        assertThat(finished).isNotEmpty();
        assertThat(finished)
                .allSatisfy((id, leases) -> assertThat(leases).as(id).containsExactly(rows.get(id)));
    }
}
