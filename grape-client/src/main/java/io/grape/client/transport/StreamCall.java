package io.grape.client.transport;

import io.grape.client.time.LongDelays;
import java.net.http.HttpHeaders;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodySubscribers;
import java.net.http.HttpResponse.ResponseInfo;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * One call whose response goes on until the broker or the caller ends it. It is not retried, and not counted among the calls of the
 * client. A broker that cannot be connected to counts as failing. A missing or broken response does not mark the broker as failing,
 * because a proxy may block streamed responses.
 */
final class StreamCall {
    private static final long HEAD_WITHIN_NANOS = Duration.ofSeconds(5).toNanos();
    private static final int OK = 200;

    private final TransportContext context;
    private final String target;
    private final Consumer<HttpHeaders> onPart;
    private final Cancellable<Void> result = new Cancellable<>(() -> true);
    private volatile LongDelays.@Nullable Delayed tooLate;
    private volatile boolean hasHead;

    StreamCall(TransportContext context, String target, Consumer<HttpHeaders> onPart) {
        this.context = context;
        this.target = target;
        this.onPart = onPart;
    }

    CompletableFuture<Void> start() {
        // A broker that sheds calls takes a stream all the same, because it costs nothing.
        Broker broker = context.brokers().admit(Traffic.OTHER, Set.of()).broker();
        CompletableFuture<HttpResponse<byte[]>> sent;
        try {
            sent = context.wire().stream(broker, target, this::reader);
        } catch (RuntimeException e) {
            result.completeExceptionally(AttemptResult.of(broker, e).failure());
            return result;
        }
        context.inFlight().onClose(result, () -> result.cancel(false));
        tooLate = context.threads().after(HEAD_WITHIN_NANOS, () -> {
            // It may have come before this timer could be cancelled.
            if (!hasHead) {
                AttemptResult late = AttemptResult.timedOut(broker, HEAD_WITHIN_NANOS);
                result.completeExceptionally(late.failure());
            }
        });
        var unused = sent.whenComplete((response, failure) -> ended(broker, response, failure));
        var unusedToo = result.whenComplete((end, failure) -> {
            headCame();
            sent.cancel(true);
        });
        return result;
    }

    private void headCame() {
        hasHead = true;
        LongDelays.Delayed timer = tooLate;
        if (timer != null) {
            timer.cancel();
        }
    }

    private HttpResponse.BodySubscriber<byte[]> reader(ResponseInfo head) {
        headCame();
        return head.statusCode() == OK
                ? BodySubscribers.mapping(
                        BodySubscribers.ofByteArrayConsumer(part -> part.ifPresent(bytes -> read(head.headers()))),
                        end -> new byte[0])
                : BodySubscribers.ofByteArray();
    }

    private void read(HttpHeaders head) {
        if (!result.isDone()) {
            onPart.accept(head);
        }
    }

    private void ended(Broker broker, @Nullable HttpResponse<byte[]> response, @Nullable Throwable failure) {
        if (result.isDone()) {
            return;
        }
        if (response != null && response.statusCode() == OK) {
            // It ends a stream when it shuts down. If it does not, the next probe brings it back.
            context.brokers().drains(broker);
            result.complete(null);
            return;
        }
        AttemptResult outcome = response == null
                ? AttemptResult.of(broker, failure == null ? new IllegalStateException("no response") : failure)
                : AttemptResult.of(new WireResponse(
                        broker.base().getAuthority(), response.statusCode(), response.headers(), response.body()));
        if (outcome.isSuccess()) {
            result.complete(null);
            return;
        }
        if (outcome.health() == AttemptResult.Health.DRAINING) {
            context.brokers().drains(broker);
        } else if (outcome.isSilent() && outcome.again() == AttemptResult.Again.NOT_DONE) {
            context.brokers().failed(broker, outcome.failure().detail());
        }
        result.completeExceptionally(outcome.failure());
    }
}
