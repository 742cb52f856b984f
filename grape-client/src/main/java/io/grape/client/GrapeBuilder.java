package io.grape.client;

import io.grape.client.transport.Transport;
import io.grape.client.transport.WireOptions;
import java.net.URI;
import java.net.http.HttpClient;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Supplier;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** The settings of a {@link Grape}. A wrong value throws an IllegalArgumentException at once. */
public final class GrapeBuilder {
    private static final Pattern VERSION = Pattern.compile("/v1/*$");
    private static final int MAX_PORT = 65_535;
    private static final long MIN_RESPONSE = 1 << 20;
    private static final long MAX_RESPONSE = 1 << 30;
    private static final String MICROMETER_EVENTS = "io.grape.client.metrics.MicrometerEvents";

    private List<URI> brokers = List.of(URI.create("http://localhost:9521"));
    private Duration callTimeout = Duration.ofSeconds(10);
    private @Nullable String token;
    private Supplier<Map<String, String>> headers = Map::of;
    private final List<ProduceInterceptor> interceptors = new ArrayList<>();
    private @Nullable ClientEvents events;
    private @Nullable JsonCodecs json;
    private @Nullable HttpClient httpClient;
    private @Nullable Long maxResponseBytes;

    GrapeBuilder() {}

    /** The addresses of the brokers. Default: {@code http://localhost:9521}. */
    public GrapeBuilder brokers(URI... value) {
        return brokers(List.of(value));
    }

    /**
     * The addresses of the brokers, or of a balancer. Calls are spread over them; see {@code docs/client.md}. Default:
     * {@code http://localhost:9521}.
     *
     * @param value http or https, with a path if the brokers are below one, and nothing else
     */
    public GrapeBuilder brokers(List<URI> value) {
        if (value.isEmpty()) {
            throw new IllegalArgumentException("brokers: expected one or more, got none");
        }
        value.forEach(GrapeBuilder::check);
        brokers = value.stream().distinct().toList();
        return this;
    }

    private static void check(@Nullable URI uri) {
        if (uri == null) {
            throw new IllegalArgumentException("brokers: expected an address in each place, got none in one");
        }
        if (uri.getRawUserInfo() != null) {
            // The message does not contain it: it is a secret.
            throw new IllegalArgumentException("brokers: expected no user in an address, got one; see token");
        }
        if (uri.getPort() > MAX_PORT) {
            throw new IllegalArgumentException("brokers: expected a port up to " + MAX_PORT + ", got " + uri);
        }
        boolean isHttp = "http".equalsIgnoreCase(uri.getScheme()) || "https".equalsIgnoreCase(uri.getScheme());
        if (!isHttp || uri.getHost() == null || uri.getRawQuery() != null || uri.getRawFragment() != null) {
            throw new IllegalArgumentException(
                    "brokers: expected such as http://host:9521, without an underscore in its host, got " + uri);
        }
        if (uri.getRawPath() != null && VERSION.matcher(uri.getRawPath()).find()) {
            throw new IllegalArgumentException(
                    "brokers: expected an address without /v1, which each call adds, got " + uri);
        }
    }

    /**
     * The time limit of a call, including all retries; a consume has its own wait on top. More than 0, up to 1 day.
     * Default: 10 s. {@link Grape#within} sets another one for single calls.
     */
    public GrapeBuilder callTimeout(Duration value) {
        callTimeout = AsyncGrape.timeout("callTimeout", value);
        return this;
    }

    /** The API token, sent to each broker as {@code Authorization: Bearer}. Default: none. */
    public GrapeBuilder token(String value) {
        if (!value.matches("[\\x21-\\x7e]+")) {
            throw new IllegalArgumentException("token: expected ASCII without spaces, got something else");
        }
        token = value;
        return this;
    }

    /**
     * Headers for each produced job, such as the {@code traceparent} of the caller. A header of the job itself wins.
     * The supplier is called once for each produce, on the calling thread. Limits are those of {@link NewJob#header}.
     * Default: none.
     */
    public GrapeBuilder headers(Supplier<Map<String, String>> value) {
        headers = value;
        return this;
    }

    /**
     * Goes with each produce, after those that were given before. Its headers win over {@link #headers}, and over those
     * of interceptors before it. Default: none.
     */
    public GrapeBuilder around(ProduceInterceptor value) {
        interceptors.add(Objects.requireNonNull(value, "interceptor: expected one, got null"));
        return this;
    }

    /**
     * The JSON of tubes that name no mapper, those of {@link Tube#of(String, Class)}: for one mapper in the whole application, when
     * producing and in handlers. A tube with a codec of your own keeps it. Default: that of {@link Codec#json(Class)}.
     */
    public GrapeBuilder json(JsonCodecs value) {
        json = Objects.requireNonNull(value, "json: expected codecs, got null");
        return this;
    }

    /** The listener to events. Default: Micrometer's global registry if Micrometer is on the class path, else none. */
    public GrapeBuilder events(ClientEvents value) {
        events = value;
        return this;
    }

    /**
     * What sends the requests: for a proxy, or for certificates of your own. It must not follow redirects, and should speak
     * HTTP/1.1 and have a connect timeout of about 2 s. It stays yours: closing the client does not close it. Default: the
     * JDK's with these settings.
     */
    public GrapeBuilder httpClient(HttpClient value) {
        if (value.followRedirects() != HttpClient.Redirect.NEVER) {
            throw new IllegalArgumentException("httpClient: expected Redirect.NEVER, got " + value.followRedirects());
        }
        httpClient = value;
        return this;
    }

    /**
     * The length of a response, at most. A call whose response is longer fails with {@link ErrorCode#UNKNOWN}, and its
     * connection is closed; so a response without an end does not fill the heap. A response with jobs has up to 2 MiB
     * besides its first job. 1 MiB to 1 GiB. Default: an eighth of the heap, at least 8 MiB and at most 64 MiB.
     */
    public GrapeBuilder maxResponseBytes(long value) {
        if (value < MIN_RESPONSE || value > MAX_RESPONSE) {
            throw new IllegalArgumentException(
                    "maxResponseBytes: expected " + MIN_RESPONSE + " to " + MAX_RESPONSE + ", got " + value);
        }
        maxResponseBytes = value;
        return this;
    }

    /** Creates the client. It sends nothing yet. */
    public Grape build() {
        ClientEvents told = events == null ? usual() : events;
        Transport transport = new Transport(
                brokers, callTimeout, token, new EventAdapter(told), new WireOptions(httpClient, maxResponseBytes));
        AsyncGrape async =
                new AsyncGrape(new JobProducer(transport, headers, List.copyOf(interceptors), new TubeCodecs(json)));
        return new HttpGrape(transport, async, async.blocking(), told);
    }

    /**
     * The client of brokers over HTTP.
     *
     * @param blocking for the calls that a service makes most: they run on the threads of their callers
     */
    private record HttpGrape(Transport transport, AsyncGrape async, AsyncGrape blocking, ClientEvents events)
            implements Grape {
        @Override
        public <T> Produced produce(Tube<T> tube, NewJob<? extends T> job, AckLevel ack) {
            return Futures.get(blocking.produce(tube, job, ack));
        }

        @Override
        public <T> List<Result<Produced>> produceAll(
                Tube<T> tube, List<? extends NewJob<? extends T>> jobs, AckLevel ack) {
            return Futures.get(blocking.produceAll(tube, jobs, ack));
        }

        @Override
        public <T> List<Job<T>> consume(Tube<T> tube, int max, Duration wait) {
            return Futures.get(blocking.consume(tube, max, wait));
        }

        @Override
        public Acknowledged acknowledge(String tube, Acknowledgement ack) {
            return Futures.get(blocking.acknowledge(tube, ack));
        }

        @Override
        public List<Result<Acknowledged>> acknowledgeAll(String tube, List<? extends Acknowledgement> acks) {
            return Futures.get(blocking.acknowledgeAll(tube, acks));
        }

        @Override
        public <T> NextJobs<T> acknowledgeAndConsume(
                Tube<T> tube, List<? extends Acknowledgement> acks, int max, Duration wait) {
            return Futures.get(blocking.acknowledgeAndConsume(tube, acks, max, wait));
        }

        @Override
        public Grape within(Duration timeout) {
            AsyncGrape other = async.within(timeout);
            return new HttpGrape(transport.within(timeout), other, other.blocking(), events);
        }

        @Override
        public boolean isClosed() {
            return transport.isClosed();
        }

        @Override
        public void close() {
            transport.close();
        }
    }

    /** Loaded by name, because Micrometer is optional. */
    private static ClientEvents usual() {
        try {
            return (ClientEvents)
                    Class.forName(MICROMETER_EVENTS).getMethod("global").invoke(null);
        } catch (ReflectiveOperationException | LinkageError e) {
            return ClientEvents.NONE;
        }
    }
}
