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

/** How an attempt ended, and what that says of the call and of the broker. */
final class AttemptResult {
    /** What is known of a call that failed. */
    enum Again {
        /** Another attempt would fail alike. */
        POINTLESS,
        /** It may have happened, and may succeed at another attempt. */
        PERHAPS_DONE,
        /** It did not happen. */
        NOT_DONE
    }

    /** What is known of the broker. */
    enum Health {
        GOOD,
        BAD,
        DRAINING,
        /** It refused for a reason that is not its own: a full Redis, a quota. */
        UNSAID
    }

    /** By what it ended. */
    private enum End {
        UNWRITTEN,
        ANSWER,
        /** The connection was not made, or broke. */
        SILENCE,
        TIMED_OUT,
        CUT_SHORT
    }

    private final @Nullable HttpResponse<byte[]> answer;
    private final @Nullable CallException failure;
    private final Again again;
    private final Health health;
    private final End end;

    private AttemptResult(
            @Nullable HttpResponse<byte[]> answer,
            @Nullable CallException failure,
            Again again,
            Health health,
            End end) {
        this.answer = answer;
        this.failure = failure;
        this.again = again;
        this.health = health;
        this.end = end;
    }

    static AttemptResult of(HttpResponse<byte[]> answer) {
        int status = answer.statusCode();
        if (status / 100 == 2 && isOfBroker(answer)) {
            return new AttemptResult(answer, null, Again.POINTLESS, Health.GOOD, End.ANSWER);
        }
        CallException failure = Problem.of(answer);
        if (status / 100 == 2) {
            return new AttemptResult(answer, failure, Again.PERHAPS_DONE, Health.BAD, End.ANSWER);
        }
        if (status == 503) {
            return unavailable(answer, failure);
        }
        return switch (status) {
            case 502, 504 -> new AttemptResult(answer, failure, Again.PERHAPS_DONE, Health.BAD, End.ANSWER);
            case 429 ->
                new AttemptResult(
                        answer,
                        failure,
                        hasRetryAfter(answer) ? Again.NOT_DONE : Again.POINTLESS,
                        Health.UNSAID,
                        End.ANSWER);
            default ->
                new AttemptResult(
                        answer, failure, Again.POINTLESS, status >= 500 ? Health.BAD : Health.GOOD, End.ANSWER);
        };
    }

    /** What stands in a broker's place may say that all is well, too: a page of a proxy, say. */
    private static boolean isOfBroker(HttpResponse<byte[]> answer) {
        return answer.body().length == 0
                || answer.headers()
                        .firstValue("Content-Type")
                        .filter(type -> type.startsWith("application/json"))
                        .isPresent();
    }

    private static AttemptResult unavailable(HttpResponse<byte[]> answer, CallException failure) {
        return switch (failure.code()) {
            case CallException.DRAINING ->
                new AttemptResult(answer, failure, Again.NOT_DONE, Health.DRAINING, End.ANSWER);
            case CallException.OVERLOADED ->
                new AttemptResult(answer, failure, Again.NOT_DONE, Health.UNSAID, End.ANSWER);
            default -> new AttemptResult(answer, failure, Again.PERHAPS_DONE, Health.BAD, End.ANSWER);
        };
    }

    /** Of an attempt that got no response. */
    static AttemptResult of(Broker broker, Throwable thrown) {
        Throwable cause =
                thrown instanceof CompletionException && thrown.getCause() != null ? thrown.getCause() : thrown;
        boolean notSent = cause instanceof ConnectException
                || cause instanceof NoRouteToHostException
                || cause instanceof HttpConnectTimeoutException
                || cause instanceof SSLHandshakeException;
        return new AttemptResult(
                null,
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
        return new AttemptResult(
                null,
                new CallException(CallException.TIMED_OUT, detail),
                Again.PERHAPS_DONE,
                Health.BAD,
                End.TIMED_OUT);
    }

    /** The same of one that had but the rest of its call's time: too little to say anything of the broker. */
    AttemptResult cutShort() {
        return end == End.TIMED_OUT ? new AttemptResult(null, failure, again, Health.UNSAID, End.CUT_SHORT) : this;
    }

    /** Of one that waited at a broker that fails. */
    static AttemptResult left(Broker broker) {
        String detail = broker + ": waited there, and it fails";
        return new AttemptResult(
                null,
                new CallException(CallException.UNREACHABLE, detail),
                Again.PERHAPS_DONE,
                Health.UNSAID,
                End.SILENCE);
    }

    /** A request that cannot even be written. */
    static AttemptResult unwritable(RuntimeException cause) {
        CallException failure =
                new CallException(CallException.BAD_REQUEST, String.valueOf(cause.getMessage()), null, cause);
        return new AttemptResult(null, failure, Again.POINTLESS, Health.UNSAID, End.UNWRITTEN);
    }

    boolean isAnswer() {
        return failure == null;
    }

    BrokerResponse answer(boolean repeated) {
        HttpResponse<byte[]> response = Objects.requireNonNull(answer);
        return new BrokerResponse(response.statusCode(), response.body(), repeated);
    }

    /** Of one that is no response. */
    CallException failure() {
        return Objects.requireNonNull(failure);
    }

    Again again() {
        return again;
    }

    Health health() {
        return health;
    }

    /** Whether the connection was not made, or broke: the broker said nothing, and no more time would have helped. */
    boolean isSilent() {
        return end == End.SILENCE;
    }

    /** Whether the time of its call was over when it had hardly begun. */
    boolean isCutShort() {
        return end == End.CUT_SHORT;
    }

    /** Whether another broker would refuse it as well. */
    boolean isEverywhere() {
        return failure != null && failure.code().equals(CallException.QUOTA_EXCEEDED);
    }

    /** How long the broker asks to be left alone, 0 where it does not say. */
    Duration retryAfter() {
        return answer == null || !hasRetryAfter(answer)
                ? Duration.ZERO
                : Duration.ofSeconds(
                        answer.headers().firstValueAsLong("Retry-After").orElse(0));
    }

    private static boolean hasRetryAfter(HttpResponse<byte[]> answer) {
        // The other form, a date, is no number: nobody here sends it.
        return answer.headers()
                .firstValue("Retry-After")
                .filter(value -> value.matches("\\d{1,6}"))
                .isPresent();
    }
}
