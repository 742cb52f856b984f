package io.grape.client.transport;

import java.io.ByteArrayOutputStream;
import java.net.http.HttpResponse.BodySubscriber;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Flow.Subscription;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Reads the body of a response up to a limit. A longer body of a success fails with a {@link ResponseTooLongException};
 * of an error, the beginning is enough. In both cases the rest is not read, and the connection is closed.
 */
final class BoundedBody implements BodySubscriber<byte[]> {
    /** A broker's errors are much shorter. A proxy's page does not matter. */
    static final int MAX_OF_ERROR = 64 << 10;

    private final ResponseLimit limit;
    private final boolean isSuccess;
    private final Consumer<byte[]> complete;
    private final CompletableFuture<byte[]> body = new CompletableFuture<>();
    private final ByteArrayOutputStream read = new ByteArrayOutputStream();
    private @Nullable Subscription subscription;
    private long taken;
    private boolean ended;

    /** @param complete called with the body before this subscriber's own future completes */
    BoundedBody(ResponseLimit limit, boolean isSuccess, Consumer<byte[]> complete) {
        this.limit = limit;
        this.isSuccess = isSuccess;
        this.complete = complete;
    }

    @Override
    public CompletionStage<byte[]> getBody() {
        return body;
    }

    @Override
    public void onSubscribe(Subscription value) {
        subscription = value;
        value.request(Long.MAX_VALUE);
    }

    @Override
    public void onNext(List<ByteBuffer> chunk) {
        for (ByteBuffer bytes : chunk) {
            if (ended) {
                return;
            }
            if (!isSuccess && read.size() + bytes.remaining() > MAX_OF_ERROR) {
                stop();
                finish();
            } else if (isSuccess && !fits(bytes.remaining())) {
                stop();
                fail(tooLong());
            } else {
                add(bytes);
            }
        }
    }

    private void add(ByteBuffer bytes) {
        byte[] copy = new byte[bytes.remaining()];
        bytes.get(copy);
        read.write(copy, 0, copy.length);
    }

    private boolean fits(int more) {
        long after = (long) read.size() + more;
        if (after > limit.maxBytes()) {
            return false;
        }
        long large = Math.max(0, after - ResponseLimit.SMALL) - taken;
        if (large > 0 && !limit.take(large)) {
            return false;
        }
        taken += Math.max(0, large);
        return true;
    }

    private ResponseTooLongException tooLong() {
        return new ResponseTooLongException("the response is longer than " + limit.maxBytes()
                + " bytes (maxResponseBytes), or several large ones are longer than a quarter of the heap");
    }

    private void stop() {
        if (subscription != null) {
            subscription.cancel();
        }
    }

    @Override
    public void onError(Throwable failure) {
        fail(failure);
    }

    @Override
    public void onComplete() {
        finish();
    }

    private void finish() {
        if (end()) {
            byte[] bytes = read.toByteArray();
            complete.accept(bytes);
            body.complete(bytes);
        }
    }

    private void fail(Throwable failure) {
        if (end()) {
            body.completeExceptionally(failure);
        }
    }

    private boolean end() {
        boolean isFirst = !ended;
        ended = true;
        limit.giveBack(taken);
        taken = 0;
        return isFirst;
    }
}
