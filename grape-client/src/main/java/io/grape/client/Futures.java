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

/** How a response becomes a value, and a future a return. */
final class Futures {
    private Futures() {}

    /** What reads a response. */
    interface Reading<A, T> {
        T read(A response) throws IOException;
    }

    /** A future that fails where making it does. */
    static <T> CompletableFuture<T> of(Supplier<CompletableFuture<T>> making) {
        try {
            return making.get();
        } catch (RuntimeException e) {
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

    private static BrokerResponse refused(Throwable failure) {
        Throwable cause = cause(failure);
        throw cause instanceof CallException call ? GrapeException.of(call) : wrapped(failure);
    }

    /** Why a stage failed, without what the stages between wrapped it in. */
    static Throwable cause(Throwable failure) {
        return failure instanceof CompletionException && failure.getCause() != null ? failure.getCause() : failure;
    }

    private static CompletionException wrapped(Throwable failure) {
        return failure instanceof CompletionException already ? already : new CompletionException(failure);
    }

    /** Makes a value of a failure with one of these codes. */
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

    /** Waits for it. Interrupted, it gives the call up and throws a CancellationException; the thread stays interrupted. */
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

    /** With the stack of who waits, not of the thread that read the response. */
    private static RuntimeException unchecked(Throwable failure) {
        if (failure instanceof GrapeException ours) {
            return new GrapeException(ours.code(), ours.detail(), ours.requestId(), ours.jobId(), ours);
        }
        return failure instanceof RuntimeException known ? known : new CompletionException(failure);
    }
}
