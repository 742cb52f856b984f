package io.grape.client.transport;

import java.net.ConnectException;
import java.net.NoRouteToHostException;
import java.net.http.HttpConnectTimeoutException;
import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.CompletionException;
import java.util.concurrent.TimeUnit;
import javax.net.ssl.SSLHandshakeException;
import org.jspecify.annotations.Nullable;

/** How an attempt ended, and what that means for the call and for the broker. */
final class AttemptResult {
    /** Whether a failed call can be retried. */
    enum Again {
        /** Another attempt would fail, too. */
        POINTLESS,
        /** It may have happened, and another attempt may succeed. */
        PERHAPS_DONE,
        /** It did not happen. */
        NOT_DONE
    }

    /** The state of the broker. */
    enum Health {
        GOOD,
        BAD,
        DRAINING,
        /** Unknown: the reason, such as a full Redis or a quota, is not the broker's. */
        UNSAID
    }

    /** What ended it, as far as it matters. */
    private enum End {
        RESPONSE,
        /** The connection was not made, or broke. */
        SILENCE,
        TIMED_OUT,
        CUT_SHORT,
        /** It left a broker that fails. */
        LEFT,
        /** It was not sent, as the broker sheds such calls. */
        THROTTLED,
        /** It was not sent, as such calls fail. */
        BROKEN
    }

    /** Each response with it did not happen, and is not to be sent anywhere before its Retry-After. */
    private static final String OF_OVERLOAD = "Grape-Overloaded";

    /** The page of a proxy for a maintenance may ask for a day, and the brokers are back in a minute. */
    private static final long MAX_OF_PROXY_SECONDS = 60;

    /** Only the result of a job comes with it: a response of any content type. */
    private static final String OF_RESULT = "Grape-State";

    private final @Nullable WireResponse response;
    private final @Nullable CallException failure;
    private final Again again;
    private final Health health;
    private final End end;
    private final boolean breakage;

    private AttemptResult(
            @Nullable WireResponse response,
            @Nullable CallException failure,
            Again again,
            Health health,
            End end,
            boolean breakage) {
        this.response = response;
        this.failure = failure;
        this.again = again;
        this.health = health;
        this.end = end;
        this.breakage = breakage;
    }

    private AttemptResult(CallException failure, Again again, Health health, End end) {
        this(null, failure, again, health, end, end == End.SILENCE || end == End.TIMED_OUT);
    }

    static AttemptResult of(WireResponse response) {
        int status = response.statusCode();
        if (status / 100 == 2 && isOfBroker(response)) {
            return new AttemptResult(response, null, Again.POINTLESS, Health.GOOD, End.RESPONSE, false);
        }
        Problem problem = Problem.of(response);
        return switch (status) {
            case 429 ->
                refused(response, problem, hasRetryAfter(response) ? Again.NOT_DONE : Again.POINTLESS, Health.UNSAID);
            case 502 -> refused(response, problem, Again.PERHAPS_DONE, Health.BAD);
            case 503 -> unavailable(response, problem);
            case 504 ->
                problem.failure().code().equals(CallException.DEADLINE_EXCEEDED)
                        ? refused(response, problem, Again.NOT_DONE, Health.UNSAID)
                        : refused(response, problem, Again.PERHAPS_DONE, Health.BAD);
            default ->
                status / 100 == 2
                        ? refused(response, problem, Again.PERHAPS_DONE, Health.BAD)
                        : refused(response, problem, Again.POINTLESS, status >= 500 ? Health.BAD : Health.GOOD);
        };
    }

    /** Something in front of a broker, such as a proxy's page, may respond with 200, too. */
    private static boolean isOfBroker(WireResponse response) {
        return response.body().length == 0
                || response.headers().firstValue(OF_RESULT).isPresent()
                || response.headers()
                        .firstValue("Content-Type")
                        .filter(type -> type.startsWith("application/json"))
                        .isPresent();
    }

    private static AttemptResult unavailable(WireResponse response, Problem problem) {
        return switch (problem.failure().code()) {
            case CallException.DRAINING -> refused(response, problem, Again.NOT_DONE, Health.DRAINING);
            case CallException.OVERLOADED -> refused(response, problem, Again.NOT_DONE, Health.UNSAID);
            default -> refused(response, problem, Again.PERHAPS_DONE, Health.BAD);
        };
    }

    private static AttemptResult refused(WireResponse response, Problem problem, Again again, Health health) {
        CallException failure = problem.failure();
        boolean isLate = failure.code().equals(CallException.OVERLOADED)
                || failure.code().equals(CallException.DEADLINE_EXCEEDED);
        boolean isOfProxy = !problem.isOfBroker() && (response.statusCode() >= 500 || response.statusCode() / 100 == 2);
        return new AttemptResult(
                response,
                hasRetryAfter(response) ? failure.retryAfter(retryAfter(response, problem.isOfBroker())) : failure,
                again,
                health,
                End.RESPONSE,
                isLate || isOfProxy);
    }

    /** The result of an attempt that was not sent, as the broker sheds such calls. */
    static AttemptResult throttled(String why, Duration pause) {
        return heldBack(why, pause, End.THROTTLED);
    }

    /** The result of an attempt that was not sent, as such calls fail. */
    static AttemptResult broken(String why, Duration pause) {
        return heldBack(why, pause, End.BROKEN);
    }

    private static AttemptResult heldBack(String why, Duration pause, End end) {
        String detail = "held back by this client, not sent: " + why + "; it did not happen";
        return new AttemptResult(
                new CallException(CallException.OVERLOADED, detail).retryAfter(pause),
                Again.NOT_DONE,
                Health.UNSAID,
                end);
    }

    /** The result of an attempt without a response. */
    static AttemptResult of(Broker broker, Throwable thrown) {
        Throwable cause =
                thrown instanceof CompletionException && thrown.getCause() != null ? thrown.getCause() : thrown;
        if (cause instanceof ResponseTooLongException) {
            // As any other response that cannot be that of a broker.
            CallException failure =
                    new CallException(CallException.UNKNOWN, broker + ": " + cause.getMessage(), null, cause);
            return new AttemptResult(null, failure, Again.PERHAPS_DONE, Health.BAD, End.RESPONSE, true);
        }
        boolean notSent = cause instanceof ConnectException
                || cause instanceof NoRouteToHostException
                || cause instanceof HttpConnectTimeoutException
                || cause instanceof SSLHandshakeException;
        return new AttemptResult(
                new CallException(CallException.UNREACHABLE, broker + ": " + why(cause), null, cause),
                notSent ? Again.NOT_DONE : Again.PERHAPS_DONE,
                Health.BAD,
                End.SILENCE);
    }

    private static String why(Throwable cause) {
        String name = cause.getClass().getSimpleName();
        if (cause.getMessage() != null) {
            return name + ": " + cause.getMessage();
        }
        return cause instanceof ConnectException ? "no connection: is a broker there?" : name;
    }

    static AttemptResult timedOut(Broker broker, long nanos) {
        String detail = broker + ": no response within " + TimeUnit.NANOSECONDS.toMillis(nanos) + " ms";
        CallException failure = new CallException(CallException.TIMED_OUT, detail);
        return new AttemptResult(failure, Again.PERHAPS_DONE, Health.BAD, End.TIMED_OUT);
    }

    /** The same for an attempt that only had the rest of its call's time: too little to judge the broker. */
    AttemptResult cutShort() {
        return end == End.TIMED_OUT ? new AttemptResult(failure(), again, Health.UNSAID, End.CUT_SHORT) : this;
    }

    /** The result of an attempt that waited at a broker that fails. */
    static AttemptResult left(Broker broker) {
        CallException failure = new CallException(CallException.UNREACHABLE, broker + ": waited there, and it fails");
        return new AttemptResult(failure, Again.PERHAPS_DONE, Health.UNSAID, End.LEFT);
    }

    boolean isSuccess() {
        return failure == null;
    }

    BrokerResponse response(boolean retried) {
        WireResponse success = Objects.requireNonNull(response);
        String contentType = success.headers().firstValue("Content-Type").orElse("");
        return new BrokerResponse(success.statusCode(), success.body(), contentType, retried);
    }

    /** Only of an attempt that failed. */
    CallException failure() {
        return Objects.requireNonNull(failure);
    }

    Again again() {
        return again;
    }

    Health health() {
        return health;
    }

    /** Whether the connection was not made, or broke: more time would not have helped. */
    boolean isSilent() {
        return end == End.SILENCE || end == End.LEFT;
    }

    /** Whether the broker, or something in front of it, responded. */
    boolean hasResponse() {
        return end == End.RESPONSE;
    }

    /** Whether it was not sent. */
    boolean isHeldBack() {
        return end == End.THROTTLED || end == End.BROKEN;
    }

    /** Of those that were not sent: whether the broker sheds such calls. */
    boolean isThrottled() {
        return end == End.THROTTLED;
    }

    /** Why the broker shed it, such as {@code delay}; empty if it did not. */
    String shedFor() {
        return response == null
                        || failure == null
                        || response.statusCode() != 503
                        || !failure.code().equals(CallException.OVERLOADED)
                ? ""
                : response.headers().firstValue(OF_OVERLOAD).orElse("");
    }

    /** Whether no broker is to get the call before the pause: it was shed, or held back. */
    boolean isPushedBack() {
        return isHeldBack() || !shedFor().isEmpty();
    }

    /** Whether it says for sure that the broker did nothing, as it had too much to do. */
    boolean isForLackOfTime() {
        return isPushedBack() || failure().code().equals(CallException.DEADLINE_EXCEEDED);
    }

    /** Whether the broker has too much to do itself. The other reasons are of one node of Redis, of perhaps many. */
    boolean isShedByBroker() {
        return shedFor().equals("delay") || shedFor().equals("queue");
    }

    /** Whether it counts as a failure for the breaker, unless it is unjudged. */
    boolean isBreakage() {
        return breakage;
    }

    /** Whether it tells nothing of the broker: it was not sent, ended too early, or something else is overloaded. */
    boolean isUnjudged() {
        boolean isOverload = failure != null && failure.code().equals(CallException.OVERLOADED);
        return end == End.CUT_SHORT || end == End.LEFT || (isOverload && !isShedByBroker());
    }

    /** Whether its response did not come in time. */
    boolean isTimedOut() {
        return end == End.TIMED_OUT;
    }

    /** Whether the call's deadline ended it too early to judge the broker. */
    boolean isCutShort() {
        return end == End.CUT_SHORT;
    }

    /** Whether another broker would refuse it as well. */
    boolean isEverywhere() {
        return failure != null
                && (failure.code().equals(CallException.QUOTA_EXCEEDED)
                        || failure.code().equals(CallException.TUBE_FULL));
    }

    private static Duration retryAfter(WireResponse response, boolean isOfBroker) {
        long seconds = response.headers().firstValueAsLong("Retry-After").orElse(0);
        return Duration.ofSeconds(isOfBroker ? seconds : Math.min(seconds, MAX_OF_PROXY_SECONDS));
    }

    private static boolean hasRetryAfter(WireResponse response) {
        // A date, the other form, is not a number: no broker sends it.
        return response.headers()
                .firstValue("Retry-After")
                .filter(value -> value.matches("\\d{1,6}"))
                .isPresent();
    }
}
