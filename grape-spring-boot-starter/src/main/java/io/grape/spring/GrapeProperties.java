package io.grape.spring;

import io.grape.client.worker.Undecodable;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.util.unit.DataSize;

/**
 * The properties {@code grape.*}.
 *
 * @param brokers Addresses of the brokers, or of a balancer in front of them.
 * @param token API token, for brokers that require one.
 * @param callTimeout Time limit of a call with all its retries.
 * @param worker The worker that runs the handlers.
 * @param tubes Settings of single tubes, by name. What is not set is that of the worker.
 * @param outbox Jobs in the transactions of a database. It needs grape-outbox.
 * @param observation Observations of produces and runs.
 */
@ConfigurationProperties("grape")
public record GrapeProperties(
        @DefaultValue("http://localhost:9521") List<URI> brokers,
        @Nullable String token,
        @DefaultValue("10s") Duration callTimeout,
        @DefaultValue WorkerProperties worker,
        @DefaultValue Map<String, TubeProperties> tubes,
        @DefaultValue OutboxProperties outbox,
        @DefaultValue ObservationProperties observation) {
    /** Without the token. */
    @Override
    public String toString() {
        return "GrapeProperties" + brokers;
    }

    /**
     * The worker.
     *
     * @param enabled Whether this process works on jobs.
     * @param keepAlive Whether the application keeps running while its worker runs, also without a web server.
     * @param concurrency Number of handlers that run at a time, for each tube.
     * @param prefetch Number of jobs of each tube that may wait for a handler. That of the client by default.
     * @param timeout How long a handler may work on a job. No limit by default.
     * @param undecodable What happens to a job whose payload does not decode.
     * @param interruptOnLostLease Whether a handler is interrupted when the lease of its job is lost.
     * @param drain How long a shutdown waits for running handlers. It is cut to 5 seconds less than
     *     spring.lifecycle.timeout-per-shutdown-phase.
     * @param retry When a job is tried again whose handler failed.
     */
    public record WorkerProperties(
            @DefaultValue("true") boolean enabled,
            @DefaultValue("true") boolean keepAlive,
            @DefaultValue("16") int concurrency,
            @Nullable Integer prefetch,
            @Nullable Duration timeout,
            @DefaultValue("retry") Undecodable undecodable,
            @DefaultValue("false") boolean interruptOnLostLease,
            @DefaultValue("25s") Duration drain,
            @DefaultValue RetryProperties retry) {}

    /**
     * When a job is tried again whose handler failed.
     *
     * @param first Longest delay after the first execution. It doubles with each execution.
     * @param most Longest delay of all.
     * @param attempts Number of the execution after which a job is buried. 0 means that only the attempts of the job count.
     */
    public record RetryProperties(
            @DefaultValue("5s") Duration first,
            @DefaultValue("12h") Duration most,
            @DefaultValue("0") int attempts) {}

    /**
     * One tube.
     *
     * @param enabled Whether this process works on the jobs of the tube.
     * @param concurrency Number of handlers that run at a time.
     * @param prefetch Number of jobs that may wait for a handler.
     * @param timeout How long a handler may work on a job.
     * @param undecodable What happens to a job whose payload does not decode.
     * @param retry When a job is tried again whose handler failed.
     */
    public record TubeProperties(
            @DefaultValue("true") boolean enabled,
            @Nullable Integer concurrency,
            @Nullable Integer prefetch,
            @Nullable Duration timeout,
            @Nullable Undecodable undecodable,
            @DefaultValue TubeRetryProperties retry) {}

    /**
     * When a job of a tube is tried again.
     *
     * @param first Longest delay after the first execution. It doubles with each execution.
     * @param most Longest delay of all.
     * @param attempts Number of the execution after which a job is buried.
     */
    public record TubeRetryProperties(
            @Nullable Duration first,
            @Nullable Duration most,
            @Nullable Integer attempts) {}

    /**
     * The outbox.
     *
     * @param enabled Whether there is an outbox, if grape-outbox and one data source are there.
     * @param relay Whether this process produces the jobs of the table. Another one may do it.
     * @param createTable Whether to create the table at the start, unless it exists.
     * @param table Name of the table, with a schema before it if need be.
     * @param dedup How long an id is remembered after the end of its job. 0 means as the tube says.
     * @param maxPayload Longest payload, as the brokers have it.
     * @param batch Number of rows that are relayed in one transaction.
     * @param poll Time between two looks into an empty table. A commit of this process wakes the relay at once.
     * @param produceTimeout Time limit of the produce in a transaction of the relay.
     */
    public record OutboxProperties(
            @DefaultValue("true") boolean enabled,
            @DefaultValue("true") boolean relay,
            @DefaultValue("false") boolean createTable,
            @DefaultValue("grape_outbox") String table,
            @DefaultValue("15m") Duration dedup,
            @DefaultValue("1MB") DataSize maxPayload,
            @DefaultValue("100") int batch,
            @DefaultValue("1s") Duration poll,
            @DefaultValue("10s") Duration produceTimeout) {}

    /**
     * Observations.
     *
     * @param enabled Whether produces and runs are observed, if there is an ObservationRegistry.
     */
    public record ObservationProperties(
            @DefaultValue("true") boolean enabled) {}
}
