package io.grape.server.quota;

import io.grape.core.job.Job;
import io.grape.core.job.PendingConsume;
import io.grape.core.quota.QuotaGrant;
import io.grape.server.failure.Failures;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * One consume of a client that has a quota. It looks for as many jobs as are allowed; those that did not come are given back. While it
 * waits it holds a place in flight, and no job: of jobs that come then, as many as are not allowed go back at once, uncounted. Where
 * nothing is allowed it ends with QUOTA_EXCEEDED; where it was let in before, or is patient, it tries again until its wait is over.
 */
final class LimitedVisit implements PendingConsume {
    private static final Duration LONGEST_PAUSE = Duration.ofMillis(500);
    private static final Duration SHORTEST_PAUSE = Duration.ofMillis(5);

    private final LimitedClient client;
    private final int max;
    private final Duration wait;
    private final boolean isPatient;
    private final Consume consume;
    private final String call = QuotaCounts.newCall();
    private final long came = System.nanoTime();
    private final CompletableFuture<List<Job>> jobs = new CompletableFuture<>();
    private boolean isLetIn;
    private boolean isTold;
    private volatile boolean isHurried;
    private volatile boolean isGone;
    private volatile @Nullable PendingConsume inner;
    private volatile CompletableFuture<Void> pause = CompletableFuture.completedFuture(null);

    /** Takes jobs of some tubes. */
    @FunctionalInterface
    interface Consume {
        PendingConsume begin(int max, Duration wait);
    }

    LimitedVisit(LimitedClient client, int max, Duration wait, boolean isPatient, Consume consume) {
        this.client = client;
        this.max = max;
        this.wait = wait;
        this.isPatient = isPatient;
        this.consume = consume;
    }

    void begin() {
        Duration within = left().plus(QuotaCounts.LONGEST_CALL);
        client.count(call, 0, max, within, !isTold).whenComplete((grant, failure) -> {
            if (failure != null) {
                end(0, failure);
            } else if (grant.jobs() == 0) {
                refused(grant);
            } else {
                isLetIn = true;
                takeNow(grant.jobs());
            }
        });
    }

    /** There is no quota any more. */
    private void takeAny() {
        client.giveBackTokens(call, 0);
        take(max, isGone ? Duration.ZERO : left()).whenComplete((found, failure) -> {
            if (failure != null) {
                jobs.completeExceptionally(failure);
            } else {
                hand(found);
            }
        });
    }

    private void takeNow(int allowed) {
        take(allowed, Duration.ZERO).whenComplete((found, failure) -> {
            if (failure != null && (isOver() || !Failures.isShed(failure))) {
                end(allowed, failure);
            } else if (failure != null || found.isEmpty()) {
                waitOn(allowed);
            } else {
                deliver(allowed, found);
            }
        });
    }

    private CompletionStage<List<Job>> take(int most, Duration patience) {
        PendingConsume now = consume.begin(most, patience);
        inner = now;
        if (isGone) {
            now.leave();
        } else if (isHurried) {
            now.hurry();
        }
        return now.jobs();
    }

    /** Nothing is there: what was allowed goes back, the place in flight stays while it waits. */
    private void waitOn(int allowed) {
        if (isOver()) {
            client.giveBackTokens(call, allowed);
            jobs.complete(List.of());
            return;
        }
        Duration rest = left();
        client.count(call, allowed, 0, rest.plus(QuotaCounts.LONGEST_CALL), false)
                .whenComplete((kept, unknown) -> take(allowed, rest).whenComplete((found, failure) -> {
                    if (failure != null) {
                        end(0, failure);
                    } else if (found.isEmpty()) {
                        client.giveBackTokens(call, 0);
                        jobs.complete(List.of());
                    } else {
                        deliver(0, found);
                    }
                }));
    }

    private void deliver(int counted, List<Job> found) {
        if (isGone) {
            client.giveBackUncounted(found);
            client.giveBackTokens(call, counted);
            return;
        }
        if (!client.isLimited()) {
            client.giveBackTokens(call, 0);
            hand(found);
            return;
        }
        if (!client.holdsLeases() && found.size() <= counted) {
            if (found.size() < counted) {
                client.giveBackTokens(call, counted - found.size());
            }
            hand(found);
            return;
        }
        count(counted, found);
    }

    /** Counts jobs that came. Those that are not allowed go back. */
    private void count(int counted, List<Job> found) {
        client.deliver(call, counted, found, !isTold).whenComplete((grant, failure) -> {
            if (failure != null) {
                client.giveBackUncounted(found);
                end(counted, failure);
                return;
            }
            client.giveBackUncounted(found.subList(grant.jobs(), found.size()));
            if (grant.jobs() > 0) {
                hand(found.subList(0, grant.jobs()));
            } else {
                refused(grant);
            }
        });
    }

    private void hand(List<Job> found) {
        if (!jobs.complete(List.copyOf(found))) {
            client.giveBack(found);
        }
    }

    private void refused(QuotaGrant grant) {
        if (!isTold) {
            isTold = true;
            client.tell(grant);
        }
        if (!isOver() && (isLetIn || isPatient)) {
            tryAgain(grant.retryAfter());
        } else if (isPatient) {
            client.giveBackTokens(call, 0);
            jobs.complete(List.of());
        } else {
            end(0, client.refusal(grant));
        }
    }

    private void tryAgain(Duration retryAfter) {
        Duration most = left().compareTo(LONGEST_PAUSE) < 0 ? left() : LONGEST_PAUSE;
        Duration next = retryAfter.isZero() || retryAfter.compareTo(most) > 0 ? most : retryAfter;
        long millis = Math.max(SHORTEST_PAUSE.toMillis(), next.toMillis());
        CompletableFuture<Void> resting =
                new CompletableFuture<Void>().completeOnTimeout(null, millis, TimeUnit.MILLISECONDS);
        pause = resting;
        CompletionStage<Void> rested = resting;
        rested.thenRun(() -> {
            if (client.isLimited()) {
                begin();
            } else {
                takeAny();
            }
        });
        if (isHurried || isGone) {
            resting.complete(null);
        }
    }

    private void end(int counted, Throwable failure) {
        client.giveBackTokens(call, counted);
        jobs.completeExceptionally(failure);
    }

    private boolean isOver() {
        return isHurried || isGone || left().isZero() || client.isDraining();
    }

    private Duration left() {
        Duration left = wait.minusNanos(System.nanoTime() - came);
        return left.isNegative() ? Duration.ZERO : left;
    }

    @Override
    public CompletionStage<List<Job>> jobs() {
        return jobs;
    }

    @Override
    public void hurry() {
        isHurried = true;
        PendingConsume now = inner;
        if (now != null) {
            now.hurry();
        }
        pause.complete(null);
    }

    @Override
    public void leave() {
        isGone = true;
        jobs.complete(List.of());
        PendingConsume now = inner;
        if (now != null) {
            now.leave();
        }
        pause.complete(null);
    }
}
