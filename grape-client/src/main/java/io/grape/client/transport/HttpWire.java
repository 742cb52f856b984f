package io.grape.client.transport;

import io.grape.client.time.TimerThread;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublisher;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.ResponseInfo;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Sends calls over HTTP/1.1. */
final class HttpWire {
    private static final Logger LOG = LoggerFactory.getLogger(HttpWire.class);
    private static final Duration CONNECT_TIMEOUT = Duration.ofSeconds(2);
    /** The broker refuses more. */
    private static final long LONGEST_MILLIS = TimeUnit.DAYS.toMillis(1);
    /** A shorter wait for a response says little about its connection. */
    private static final long LEAST_SILENCE_NANOS = TimeUnit.SECONDS.toNanos(1);
    /** The thread of an HTTP client that was replaced runs until the garbage collector finds it, so there must not be many. */
    private static final long REPLACED_EACH_NANOS = TimeUnit.MINUTES.toNanos(1);

    /** Set while a request is sent whose thread must not wait. */
    private static final ThreadLocal<Boolean> NO_WAIT = new ThreadLocal<>();

    private static final String AGENT = "grape-client/" + version();

    private final @Nullable PinnedAddress pinned;
    private final @Nullable String token;
    private final ResponseLimit limit;
    private final Executor workers;
    private volatile @Nullable HttpClient client;
    /** Whether the HTTP client has received a response, so that it may keep connections for later calls. */
    private volatile boolean keepsConnections;

    /** How often it was replaced. */
    private volatile int generation;

    private long replacedAt = System.nanoTime() - REPLACED_EACH_NANOS;

    /** Over an HTTP client of its own, or over that of the options, which stays the user's. */
    HttpWire(WireOptions options, Executor workers, @Nullable String token) {
        HttpClient given = options.client();
        this.workers = workers;
        if (given == null) {
            PinnedAddress own = new PinnedAddress();
            this.pinned = own;
            this.client = usual(workers, own);
        } else {
            this.pinned = null;
            this.client = given;
        }
        this.limit = new ResponseLimit(options.maxResponseBytesOrDefault());
        this.token = token;
    }

    /** Whether it can connect to one of several addresses of a name. */
    boolean pinsAddresses() {
        return pinned != null;
    }

    /**
     * The default HTTP client. A request starts on the calling thread, unless that thread must not block on a DNS lookup; responses are
     * read by the selector's thread. Handing either to another thread costs more than the work.
     */
    private static HttpClient usual(Executor workers, PinnedAddress pinned) {
        return HttpClient.newBuilder()
                .version(HttpClient.Version.HTTP_1_1)
                .followRedirects(HttpClient.Redirect.NEVER)
                .connectTimeout(CONNECT_TIMEOUT)
                .executor(task -> {
                    if (NO_WAIT.get() == null) {
                        task.run();
                    } else {
                        workers.execute(task);
                    }
                })
                .proxy(pinned)
                .build();
    }

    private static String version() {
        String version = HttpWire.class.getPackage().getImplementationVersion();
        return version == null ? "unknown" : version;
    }

    /**
     * A request that was sent, until its response was read.
     *
     * <p>{@code HttpClient} completes the future of a call on the default executor of CompletableFuture, whatever executor
     * it was given. With one or two processors, that starts a thread for each response. So this completes a future of its
     * own when the body has been read, and then that of the call, which needs no executor any more.
     */
    final class Sent {
        /** That of the HTTP client, which it must not keep from being garbage collected. */
        private final int generation;

        private final CompletableFuture<WireResponse> response = new CompletableFuture<>();
        private volatile boolean arriving;
        private volatile @Nullable CompletableFuture<HttpResponse<byte[]>> call;

        Sent(int generation) {
            this.generation = generation;
        }

        CompletableFuture<WireResponse> response() {
            return response;
        }

        /** Whether a successful response has begun to arrive. */
        boolean isArriving() {
            return arriving;
        }

        /** Closes the connection, unless the response was read. */
        void cancel() {
            response.cancel(true);
            CompletableFuture<?> sent = call;
            if (sent != null) {
                sent.cancel(true);
            }
        }

        /** The response did not come within so many nanoseconds. */
        void timedOut(long nanos) {
            cancel();
            if (!arriving && nanos >= LEAST_SILENCE_NANOS) {
                forgetConnections(generation);
            }
        }

        private BoundedBody read(ResponseInfo head, String authority) {
            boolean isSuccess = head.statusCode() / 100 == 2;
            if (!keepsConnections) {
                keepsConnections = true;
            }
            arriving = isSuccess;
            return new BoundedBody(limit, isSuccess, body -> {
                response.complete(new WireResponse(authority, head.statusCode(), head.headers(), body));
                CompletableFuture<?> sent = call;
                if (sent != null) {
                    sent.complete(null);
                }
            });
        }

        private void sentBy(CompletableFuture<HttpResponse<byte[]>> future, String authority) {
            call = future;
            var unused = future.whenComplete((whole, failure) -> {
                if (failure != null) {
                    response.completeExceptionally(failure);
                } else if (whole != null) {
                    // Only if an HTTP client did not ask for a reader of the body.
                    response.complete(new WireResponse(authority, whole.statusCode(), whole.headers(), whole.body()));
                }
            });
        }
    }

    /**
     * Throws an IllegalArgumentException if the request is not valid HTTP, for example a header with a line break.
     *
     * @param timeout nanoseconds after which nobody waits for the response
     * @param mayWait whether this thread may wait a moment, such as for the address of a name
     */
    public Sent send(Broker broker, Call call, Duration wait, long timeout, boolean mayWait) {
        HttpRequest.Builder request = request(broker, call.target(wait))
                .method(call.method(), publisher(call.body()))
                .header("Grape-Timeout-Ms", Long.toString(millis(timeout)));
        if (call.body() != null) {
            request.header("Content-Type", call.body().contentType());
        }
        call.headers().forEach(request::header);
        return sent(broker, request, mayWait);
    }

    /** A whole number from 1 on: 0 is no time to the broker, but a mistake. */
    static long millis(long nanos) {
        return Math.min(LONGEST_MILLIS, Math.max(1, TimeUnit.NANOSECONDS.toMillis(nanos)));
    }

    private Sent sent(Broker broker, HttpRequest.Builder request, boolean mayWait) {
        String authority = broker.base().getAuthority();
        int current = generation;
        HttpClient open = client;
        if (open == null) {
            throw new IllegalStateException("the client is closed");
        }
        Sent sent = new Sent(current);
        Supplier<CompletableFuture<HttpResponse<byte[]>>> send =
                () -> open.sendAsync(request.build(), head -> sent.read(head, authority));
        sent.sentBy(start(broker, send, mayWait && !TimerThread.isCurrent()), authority);
        return sent;
    }

    private <T> T start(Broker broker, Supplier<T> send, boolean mayWait) {
        if (!mayWait) {
            NO_WAIT.set(true);
        }
        try {
            return pinned == null ? send.get() : pinned.to(broker.address(), send);
        } finally {
            NO_WAIT.remove();
        }
    }

    /**
     * Lets no later call use the connections of an HTTP client over which a response did not come. A balancer or a firewall may have
     * dropped all those that were idle, without a word: then each attempt would wait on another dead one until the call has no
     * time left. Calls in flight go on.
     */
    private synchronized void forgetConnections(int used) {
        PinnedAddress own = pinned;
        long now = System.nanoTime();
        if (own == null
                || client == null
                || used != generation
                || !keepsConnections
                || now - replacedAt < REPLACED_EACH_NANOS) {
            return;
        }
        replacedAt = now;
        generation++;
        client = usual(workers, own);
        keepsConnections = false;
    }

    /** Opens a response that goes on, or that has a body as any other if it is a refusal. */
    CompletableFuture<HttpResponse<byte[]>> stream(
            Broker broker, String target, HttpResponse.BodyHandler<byte[]> reading) {
        HttpClient open = client;
        if (open == null) {
            throw new IllegalStateException("the client is closed");
        }
        HttpRequest request = request(broker, target).build();
        Supplier<CompletableFuture<HttpResponse<byte[]>>> send = () -> open.sendAsync(request, reading);
        return start(broker, send, false);
    }

    /**
     * Ends the thread and the connections of an HTTP client of its own. Before Java 21 that cannot be asked for: they end once
     * nothing refers to the HTTP client any more, so this forgets it.
     */
    synchronized void close() {
        HttpClient open = client;
        client = null;
        if (open == null || pinned == null) {
            return;
        }
        try {
            HttpClient.class.getMethod("shutdownNow").invoke(open);
        } catch (ReflectiveOperationException e) {
            LOG.debug("the HTTP client ends when it is garbage collected", e);
        }
    }

    private static BodyPublisher publisher(@Nullable RequestBody body) {
        return body == null ? BodyPublishers.noBody() : BodyPublishers.ofByteArray(body.bytes());
    }

    /** Asks a broker for its health. */
    Sent health(Broker broker) {
        return sent(broker, request(broker, "/health/ready"), true);
    }

    private HttpRequest.Builder request(Broker broker, String target) {
        HttpRequest.Builder request = HttpRequest.newBuilder(broker.uri(target)).header("User-Agent", AGENT);
        if (token != null) {
            request.header("Authorization", "Bearer " + token);
        }
        return request;
    }
}
