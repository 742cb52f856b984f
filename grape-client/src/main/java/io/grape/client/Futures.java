package io.grape.client;

import io.grape.client.transport.BrokerResponse;
import io.grape.client.transport.CallException;
import java.io.IOException;
import java.util.Arrays;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import java.util.function.Function;
import java.util.function.Supplier;

/** Turns responses into values, and futures into return values. */
final class Futures {
    private Futures() {}

    /** Reads a response. */
    interface Reading<A, T> {
        T read(A response) throws IOException;
    }

    /** The supplier's future, or a failed one if the supplier throws. This includes an Error: otherwise other jobs of a shared call would never end. */
    static <T> CompletableFuture<T> of(Supplier<CompletableFuture<T>> making) {
        try {
            return making.get();
        } catch (RuntimeException | Error e) {
            return CompletableFuture.failedFuture(e);
        }
    }

    static <T> CompletableFuture<T> ofBody(
            Supplier<CompletableFuture<BrokerResponse>> call, Reading<byte[], T> reading) {
        return ofResponse(call, response -> reading.read(response.body()));
    }

    static <T> CompletableFuture<T> ofResponse(
            Supplier<CompletableFuture<BrokerResponse>> call, Reading<BrokerResponse, T> reading) {
        return of(call).exceptionally(Futures::refused).thenApply(response -> {
            try {
                return reading.read(response);
            } catch (IOException | RuntimeException e) {
                throw new GrapeException(ErrorCode.UNKNOWN, "the response cannot be read: " + e.getMessage(), null, e);
            }
        });
    }

    /** A response that goes on, until it has ended. */
    static CompletableFuture<Void> ofStream(Supplier<CompletableFuture<Void>> call) {
        return of(call).exceptionally(failure -> {
            throw told(failure);
        });
    }

    private static BrokerResponse refused(Throwable failure) {
        throw told(failure);
    }

    private static RuntimeException told(Throwable failure) {
        return cause(failure) instanceof CallException call ? GrapeException.of(call) : wrapped(failure);
    }

    /** The cause of a failure, without the CompletionException around it. */
    static Throwable cause(Throwable failure) {
        return failure instanceof CompletionException && failure.getCause() != null ? failure.getCause() : failure;
    }

    static CompletionException wrapped(Throwable failure) {
        return failure instanceof CompletionException already ? already : new CompletionException(failure);
    }

    /** Replaces a failure with one of these codes by a value. */
    static <T> Function<Throwable, T> unless(T value, ErrorCode... codes) {
        return failure -> {
            Throwable cause = cause(failure);
            if (cause instanceof GrapeException refused && Arrays.asList(codes).contains(refused.code())) {
                return value;
            }
            throw wrapped(failure);
        };
    }

    /** Adds to a failure the job that the call was for. */
    static <T> Function<Throwable, T> ofJob(String id) {
        return failure -> {
            throw wrapped(cause(failure) instanceof GrapeException ours ? ours.ofJob(id) : failure);
        };
    }

    /**
     * Waits for the result. If interrupted, cancels the call and throws a CancellationException; the thread stays
     * interrupted.
     */
    static <T> T get(CompletableFuture<T> future) {
        try {
            return future.get();
        } catch (InterruptedException e) {
            future.cancel(true);
            Thread.currentThread().interrupt();
            throw new CancellationException("interrupted while a broker was asked");
        } catch (ExecutionException e) {
            throw unchecked(e.getCause() == null ? e : e.getCause());
        }
    }

    /** The stack trace is that of the waiting thread, not of the thread that read the response. */
    private static RuntimeException unchecked(Throwable failure) {
        if (failure instanceof GrapeException ours) {
            return ours.again();
        }
        if (failure instanceof Error error) {
            throw error;
        }
        return failure instanceof RuntimeException known ? known : new CompletionException(failure);
    }
}
