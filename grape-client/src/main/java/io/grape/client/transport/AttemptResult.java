package io.grape.client.transport;

import java.net.ConnectException;
import java.net.NoRouteToHostException;
import java.net.http.HttpConnectTimeoutException;
import java.net.http.HttpResponse;
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
        CUT_SHORT
    }

    /** Only the result of a job comes with it: a response of any content type. */
    private static final String OF_RESULT = "Grape-State";

    private final @Nullable HttpResponse<byte[]> response;
    private final @Nullable CallException failure;
    private final Again again;
    private final Health health;
    private final End end;

    private AttemptResult(
            @Nullable HttpResponse<byte[]> response,
            @Nullable CallException failure,
            Again again,
            Health health,
            End end) {
        this.response = response;
        this.failure = failure;
        this.again = again;
        this.health = health;
        this.end = end;
    }

    private AttemptResult(CallException failure, Again again, Health health, End end) {
        this(null, failure, again, health, end);
    }

    static AttemptResult of(HttpResponse<byte[]> response) {
        int status = response.statusCode();
        if (status / 100 == 2 && isOfBroker(response)) {
            return new AttemptResult(response, null, Again.POINTLESS, Health.GOOD, End.RESPONSE);
        }
        CallException failure = Problem.of(response);
        return switch (status) {
            case 429 ->
                refused(response, failure, hasRetryAfter(response) ? Again.NOT_DONE : Again.POINTLESS, Health.UNSAID);
            case 502, 504 -> refused(response, failure, Again.PERHAPS_DONE, Health.BAD);
            case 503 -> unavailable(response, failure);
            default ->
                status / 100 == 2
                        ? refused(response, failure, Again.PERHAPS_DONE, Health.BAD)
                        : refused(response, failure, Again.POINTLESS, status >= 500 ? Health.BAD : Health.GOOD);
        };
    }

    /** Something in front of a broker, such as a proxy's page, may respond with 200, too. */
    private static boolean isOfBroker(HttpResponse<byte[]> response) {
        return response.body().length == 0
                || response.headers().firstValue(OF_RESULT).isPresent()
                || response.headers()
                        .firstValue("Content-Type")
                        .filter(type -> type.startsWith("application/json"))
                        .isPresent();
    }

    private static AttemptResult unavailable(HttpResponse<byte[]> response, CallException failure) {
        return switch (failure.code()) {
            case CallException.DRAINING -> refused(response, failure, Again.NOT_DONE, Health.DRAINING);
            case CallException.OVERLOADED -> refused(response, failure, Again.NOT_DONE, Health.UNSAID);
            default -> refused(response, failure, Again.PERHAPS_DONE, Health.BAD);
        };
    }

    private static AttemptResult refused(
            HttpResponse<byte[]> response, CallException failure, Again again, Health health) {
        return new AttemptResult(response, failure, again, health, End.RESPONSE);
    }

    /** The result of an attempt without a response. */
    static AttemptResult of(Broker broker, Throwable thrown) {
        Throwable cause =
                thrown instanceof CompletionException && thrown.getCause() != null ? thrown.getCause() : thrown;
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
        return end == End.TIMED_OUT ? new AttemptResult(null, failure, again, Health.UNSAID, End.CUT_SHORT) : this;
    }

    /** The result of an attempt that waited at a broker that fails. */
    static AttemptResult left(Broker broker) {
        CallException failure = new CallException(CallException.UNREACHABLE, broker + ": waited there, and it fails");
        return new AttemptResult(failure, Again.PERHAPS_DONE, Health.UNSAID, End.SILENCE);
    }

    boolean isSuccess() {
        return failure == null;
    }

    BrokerResponse response(boolean retried) {
        HttpResponse<byte[]> success = Objects.requireNonNull(response);
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
        return end == End.SILENCE;
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

    /** The pause that the broker asks for; 0 if it names none. */
    Duration retryAfter() {
        return response == null || !hasRetryAfter(response)
                ? Duration.ZERO
                : Duration.ofSeconds(
                        response.headers().firstValueAsLong("Retry-After").orElse(0));
    }

    private static boolean hasRetryAfter(HttpResponse<byte[]> response) {
        // A date, the other form, is not a number: no broker sends it.
        return response.headers()
                .firstValue("Retry-After")
                .filter(value -> value.matches("\\d{1,6}"))
                .isPresent();
    }
}
