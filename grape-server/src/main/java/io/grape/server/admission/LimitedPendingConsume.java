package io.grape.server.admission;

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
 * One consume of a client that has a quota. It asks for as many jobs as the quota grants, and gives the grant back for those that did
 * not come. While it waits, it counts as in flight, but holds no grant: of the jobs that come then, those that the quota does not
 * allow go back at once, uncounted. If the quota grants nothing, the consume fails with QUOTA_EXCEEDED; if it had a grant before, or
 * is patient, it retries until its wait is over.
 */
final class LimitedPendingConsume implements PendingConsume {
    private static final Duration LONGEST_PAUSE = Duration.ofMillis(500);
    private static final Duration SHORTEST_PAUSE = Duration.ofMillis(5);

    private final ConsumeQuota quota;
    private final int max;
    private final Duration wait;
    private final boolean isPatient;
    private final Consume consume;
    private final String call = QuotaCounts.newCall();
    private final long came = System.nanoTime();
    private final CompletableFuture<List<Job>> jobs = new CompletableFuture<>();
    private boolean wasGranted;
    private boolean isRefusalCounted;
    private volatile boolean isCompletedNow;
    private volatile boolean isGone;
    private volatile @Nullable PendingConsume inner;
    private volatile CompletableFuture<Void> pause = CompletableFuture.completedFuture(null);

    /** Consumes from the tubes, without a quota. */
    @FunctionalInterface
    interface Consume {
        PendingConsume begin(int max, Duration wait);
    }

    LimitedPendingConsume(ConsumeQuota quota, int max, Duration wait, boolean isPatient, Consume consume) {
        this.quota = quota;
        this.max = max;
        this.wait = wait;
        this.isPatient = isPatient;
        this.consume = consume;
    }

    void begin() {
        Duration within = left().plus(QuotaCounts.LONGEST_CALL);
        quota.count(call, 0, max, within, !isRefusalCounted).whenComplete((grant, failure) -> {
            if (failure != null) {
                end(0, failure);
            } else if (grant.jobs() == 0) {
                refused(grant);
            } else {
                wasGranted = true;
                takeReady(grant.jobs());
            }
        });
    }

    /** The client no longer has a quota. */
    private void takeUnlimited() {
        quota.giveBackTokens(call, 0);
        take(max, isGone ? Duration.ZERO : left()).whenComplete((found, failure) -> {
            if (failure != null) {
                jobs.completeExceptionally(failure);
            } else {
                complete(found);
            }
        });
    }

    private void takeReady(int allowed) {
        take(allowed, Duration.ZERO).whenComplete((found, failure) -> {
            if (failure != null && (isOver() || !Failures.isShed(failure))) {
                end(allowed, failure);
            } else if (failure != null || found.isEmpty()) {
                waitForJobs(allowed);
            } else {
                deliver(allowed, found);
            }
        });
    }

    private CompletionStage<List<Job>> take(int limit, Duration patience) {
        PendingConsume now = consume.begin(limit, patience);
        inner = now;
        if (isGone) {
            now.leave();
        } else if (isCompletedNow) {
            now.hurry();
        }
        return now.jobs();
    }

    /** No job is ready: gives the grant back, and counts as in flight while it waits. */
    private void waitForJobs(int allowed) {
        if (isOver()) {
            quota.giveBackTokens(call, allowed);
            jobs.complete(List.of());
            return;
        }
        Duration rest = left();
        quota.count(call, allowed, 0, rest.plus(QuotaCounts.LONGEST_CALL), false)
                .whenComplete((kept, unknown) -> take(allowed, rest).whenComplete((found, failure) -> {
                    if (failure != null) {
                        end(0, failure);
                    } else if (found.isEmpty()) {
                        quota.giveBackTokens(call, 0);
                        jobs.complete(List.of());
                    } else {
                        deliver(0, found);
                    }
                }));
    }

    private void deliver(int counted, List<Job> found) {
        if (isGone) {
            quota.giveBackUncounted(found);
            quota.giveBackTokens(call, counted);
            return;
        }
        if (!quota.isLimited()) {
            quota.giveBackTokens(call, 0);
            complete(found);
            return;
        }
        if (!quota.holdsLeases() && found.size() <= counted) {
            if (found.size() < counted) {
                quota.giveBackTokens(call, counted - found.size());
            }
            complete(found);
            return;
        }
        count(counted, found);
    }

    /** Counts jobs that came. Those that the quota does not allow go back. */
    private void count(int counted, List<Job> found) {
        quota.deliver(call, counted, found, !isRefusalCounted).whenComplete((grant, failure) -> {
            if (failure != null) {
                quota.giveBackUncounted(found);
                end(counted, failure);
                return;
            }
            quota.giveBackUncounted(found.subList(grant.jobs(), found.size()));
            if (grant.jobs() > 0) {
                complete(found.subList(0, grant.jobs()));
            } else {
                refused(grant);
            }
        });
    }

    private void complete(List<Job> found) {
        if (!jobs.complete(List.copyOf(found))) {
            quota.giveBack(found);
        }
    }

    private void refused(QuotaGrant grant) {
        if (!isRefusalCounted) {
            isRefusalCounted = true;
            quota.countRefusal(grant);
        }
        if (!isOver() && (wasGranted || isPatient)) {
            tryAgain(grant.retryAfter());
        } else if (isPatient) {
            quota.giveBackTokens(call, 0);
            jobs.complete(List.of());
        } else {
            end(0, quota.refusal(grant));
        }
    }

    private void tryAgain(Duration retryAfter) {
        Duration most = left().compareTo(LONGEST_PAUSE) < 0 ? left() : LONGEST_PAUSE;
        Duration next = retryAfter.isZero() || retryAfter.compareTo(most) > 0 ? most : retryAfter;
        long millis = Math.max(SHORTEST_PAUSE.toMillis(), next.toMillis());
        CompletableFuture<Void> timer =
                new CompletableFuture<Void>().completeOnTimeout(null, millis, TimeUnit.MILLISECONDS);
        pause = timer;
        CompletionStage<Void> rested = timer;
        rested.thenRun(() -> {
            if (quota.isLimited()) {
                begin();
            } else {
                takeUnlimited();
            }
        });
        if (isCompletedNow || isGone) {
            timer.complete(null);
        }
    }

    private void end(int counted, Throwable failure) {
        quota.giveBackTokens(call, counted);
        jobs.completeExceptionally(failure);
    }

    private boolean isOver() {
        return isCompletedNow || isGone || left().isZero() || quota.isDraining();
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
        isCompletedNow = true;
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
