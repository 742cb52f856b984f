package io.grape.client.transport;

import io.grape.client.transport.AttemptResult.Again;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** The failed attempts of a call, and the exception that they become. */
final class FailedAttempts {
    private final Map<Broker, AttemptResult> byBroker = new LinkedHashMap<>();
    private @Nullable AttemptResult last;
    private boolean perhapsDone;
    private boolean allSilent = true;
    private int count;
    private int heldBack;

    void add(Broker broker, AttemptResult outcome) {
        count++;
        heldBack += outcome.isHeldBack() ? 1 : 0;
        perhapsDone |= outcome.again() == Again.PERHAPS_DONE;
        if (outcome.isCutShort() || (outcome.isHeldBack() && last != null)) {
            // An earlier attempt says more.
            byBroker.putIfAbsent(broker, outcome);
        } else {
            byBroker.put(broker, outcome);
            last = outcome;
            allSilent &= outcome.isSilent();
        }
    }

    Set<Broker> brokers() {
        return byBroker.keySet();
    }

    int count() {
        return count;
    }

    /** Whether one of them may have succeeded. */
    boolean isPerhapsDone() {
        return perhapsDone;
    }

    /** The failure of a call that is not retried. One that says that nothing happened must be true of all attempts. */
    CallException last(Duration timeout) {
        if (allSilent) {
            return unreachable();
        }
        AttemptResult said = Objects.requireNonNull(last);
        boolean isLate = said.isTimedOut() || (said.isForLackOfTime() && perhapsDone);
        return isLate ? timedOut(timeout) : said.failure();
    }

    /** The failure of a call whose deadline passed. */
    CallException late(Duration timeout) {
        if (allSilent) {
            return unreachable();
        }
        AttemptResult said = Objects.requireNonNull(last);
        return said.isForLackOfTime() && !perhapsDone ? said.failure() : timedOut(timeout);
    }

    private CallException timedOut(Duration timeout) {
        CallException failure = Objects.requireNonNull(last).failure();
        String detail = "no response within " + timeout.toMillis() + " ms, " + attempts() + "; the last: "
                + failure.getMessage() + done();
        return new CallException(CallException.TIMED_OUT, detail, failure.requestId(), failure);
    }

    private CallException unreachable() {
        String each = byBroker.values().stream()
                .map(outcome -> outcome.failure().detail())
                .collect(Collectors.joining("; "));
        return new CallException(
                CallException.UNREACHABLE,
                each + "; " + attempts() + done(),
                null,
                Objects.requireNonNull(last).failure().getCause());
    }

    private String attempts() {
        int sent = count - heldBack;
        return sent == 1 ? "1 attempt" : sent + " attempts";
    }

    private String done() {
        return perhapsDone ? "; it may have happened" : "; it did not happen";
    }
}
