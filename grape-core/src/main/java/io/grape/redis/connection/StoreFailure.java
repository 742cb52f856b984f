package io.grape.redis.connection;

import io.grape.core.ErrorCode;
import io.grape.core.GrapeException;
import io.lettuce.core.RedisCommandExecutionException;
import io.lettuce.core.RedisException;
import java.io.IOException;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletionException;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeoutException;

/** Maps failures of Redis or Lettuce to error codes. */
public final class StoreFailure {
    private static final String READONLY = "READONLY";
    private static final String MOVED = "MOVED";
    private static final String NOPERM = "NOPERM";

    /** Redis's errors for "not now" and "not here": the job is fine, and the same call may succeed later. */
    static final Set<String> NOT_NOW = Set.of(
            "ASK",
            "BUSY",
            "CLUSTERDOWN",
            "LOADING",
            "MASTERDOWN",
            "MISCONF",
            MOVED,
            "NOAUTH",
            NOPERM,
            "NOREPLICAS",
            READONLY,
            "TRYAGAIN",
            "UNBLOCKED",
            "WRONGPASS");

    /** The errors of a slot that moves between two nodes: nothing was done. */
    private static final Set<String> OF_A_MOVE = Set.of("ASK", MOVED, "TRYAGAIN");

    /** How Redis 7.0, and later ones, say in a script that the user lacks a right. */
    private static final List<String> DENIED_IN_SCRIPT =
            List.of("The user executing the script can't", "ACL failure in script");

    private static final String FULL = "OOM";
    private static final String OTHER_TYPE = "WRONGTYPE";

    private StoreFailure() {}

    public static GrapeException of(Throwable wrapped) {
        Throwable failure = unwrapped(wrapped);
        if (failure instanceof GrapeException known) {
            return known;
        }
        if (failure instanceof RedisCommandExecutionException) {
            return answered(failure);
        }
        return isOfClient(failure) || isMisfit(failure) ? unavailable(failure) : internal(failure);
    }

    /** True if the reply does not fit its call; Lettuce says so for a reply of another type. */
    static boolean isMisfit(Throwable wrapped) {
        Throwable failure = unwrapped(wrapped);
        return failure instanceof MismatchedReplyException || failure instanceof UnsupportedOperationException;
    }

    private static GrapeException answered(Throwable failure) {
        String word = word(failure);
        if (word.equals(FULL)) {
            return new GrapeException(ErrorCode.OVERLOADED, "Redis is full: it takes no new jobs", failure);
        }
        if (word.equals(OTHER_TYPE)) {
            return new GrapeException(
                    ErrorCode.WRONG_STATE,
                    "a key of the tube is of another type than docs/storage.md says:"
                            + " something other than a broker wrote into Redis",
                    failure);
        }
        if (OF_A_MOVE.contains(word)) {
            return new GrapeException(
                    ErrorCode.STORE_UNAVAILABLE,
                    "the slot of its keys is moving to another node of the Redis Cluster: retry",
                    failure);
        }
        return NOT_NOW.contains(word) || isOfRights(failure) ? unavailable(failure) : internal(failure);
    }

    /** True if Redis denied a command, a key or a channel to its user, also in the middle of a script. */
    public static boolean isOfRights(Throwable wrapped) {
        Throwable failure = unwrapped(wrapped);
        if (!(failure instanceof RedisCommandExecutionException)) {
            return false;
        }
        String message = String.valueOf(failure.getMessage());
        return word(failure).equals(NOPERM) || DENIED_IN_SCRIPT.stream().anyMatch(message::contains);
    }

    /**
     * True if a call was refused because its slot moves, also after the mapping to an error code: nothing was done.
     */
    public static boolean isOfMove(Throwable wrapped) {
        Throwable failure = unwrapped(wrapped);
        Throwable cause = failure instanceof GrapeException ? failure.getCause() : failure;
        return cause instanceof RedisCommandExecutionException && OF_A_MOVE.contains(word(cause));
    }

    /** True if a call was refused because Redis is full, also after the mapping to an error code: nothing was done. */
    public static boolean isOfFullRedis(Throwable wrapped) {
        Throwable failure = unwrapped(wrapped);
        Throwable cause = failure instanceof GrapeException ? failure.getCause() : failure;
        return cause instanceof RedisCommandExecutionException && word(cause).equals(FULL);
    }

    /** True if a call failed because Redis is unavailable. */
    public static boolean isOfOutage(Throwable wrapped) {
        return unwrapped(wrapped) instanceof GrapeException ours && ours.code() == ErrorCode.STORE_UNAVAILABLE;
    }

    /** True if a node replied that another has the slot. */
    static boolean isMoved(Throwable wrapped) {
        Throwable failure = unwrapped(wrapped);
        return failure instanceof RedisCommandExecutionException
                && word(failure).equals(MOVED);
    }

    /** True if a Redis replied that it is not the master. */
    static boolean isOfReplica(Throwable wrapped) {
        Throwable failure = unwrapped(wrapped);
        return failure instanceof RedisCommandExecutionException
                && word(failure).equals(READONLY);
    }

    /** The first word of an error reply is its kind. */
    private static String word(Throwable failure) {
        return String.valueOf(failure.getMessage()).split(" ", 2)[0];
    }

    /** True if there was no reply: the connection broke, was refused, timed out, or was closed by this process. */
    static boolean isOfConnection(Throwable wrapped) {
        Throwable failure = unwrapped(wrapped);
        return !(failure instanceof RedisCommandExecutionException) && isOfClient(failure);
    }

    private static boolean isOfClient(Throwable failure) {
        return failure instanceof RedisException
                || failure instanceof IOException
                || failure instanceof TimeoutException
                || failure instanceof CancellationException
                || failure instanceof RejectedExecutionException;
    }

    public static Throwable unwrapped(Throwable failure) {
        Throwable cause = failure.getCause();
        return failure instanceof CompletionException && cause != null ? unwrapped(cause) : failure;
    }

    private static GrapeException unavailable(Throwable failure) {
        String message = failure.getMessage();
        return new GrapeException(
                ErrorCode.STORE_UNAVAILABLE,
                "Redis cannot be used now: " + (message == null ? "the call was given up" : message),
                failure);
    }

    private static GrapeException internal(Throwable failure) {
        return new GrapeException(ErrorCode.INTERNAL, "a call to Redis failed: " + failure.getMessage(), failure);
    }
}
