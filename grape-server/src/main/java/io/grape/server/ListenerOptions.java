package io.grape.server;

import io.grape.core.Limits;
import io.grape.server.admission.CallerLimits;
import io.grape.server.config.OptionValues;
import io.grape.server.config.Options;
import io.grape.server.presence.PresenceOptions;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * Where the broker listens.
 *
 * @param host the address that every listener binds to
 * @param httpPort 0 = a free one, -1 = none
 * @param drain how long a broker that goes down still listens
 * @param maxConnections what comes beyond is for health and acknowledgements only
 * @param maxPayload bytes of the longest payload that is taken
 * @param ofOne how much of that one caller may take, null = the usual part
 * @param workerGrace how long a worker may be without its stream before its leases end; zero = they end with their time
 */
public record ListenerOptions(
        String host,
        int httpPort,
        Duration drain,
        int maxConnections,
        int maxPayload,
        @Nullable CallerLimits ofOne,
        Duration workerGrace) {
    /** With the usual grace for workers. */
    public ListenerOptions(
            String host,
            int httpPort,
            Duration drain,
            int maxConnections,
            int maxPayload,
            @Nullable CallerLimits ofOne) {
        this(host, httpPort, drain, maxConnections, maxPayload, ofOne, PresenceOptions.USUAL_GRACE);
    }

    /** With the usual part for each caller. */
    public ListenerOptions(String host, int httpPort, Duration drain, int maxConnections) {
        this(host, httpPort, drain, maxConnections, Limits.USUAL_PAYLOAD_BYTES, null);
    }

    static ListenerOptions of(OptionValues options) {
        int connections = options.get(Options.MAX_CONNECTIONS);
        CallerLimits usual = CallerLimits.usual(connections);
        CallerLimits given = new CallerLimits(
                options.find(Options.CONNECTIONS_OF_ADDRESS).orElse(usual.connections()),
                options.find(Options.CALLS_OF_ONE).orElse(usual.calls()),
                options.find(Options.WAITS_OF_ONE).orElse(usual.waits()),
                options.find(Options.STREAMS_OF_ADDRESS).orElse(usual.streams()));
        return new ListenerOptions(
                options.get(Options.HOST),
                options.get(Options.HTTP_PORT),
                options.get(Options.DRAIN),
                connections,
                options.get(Options.MAX_PAYLOAD),
                given.equals(usual) ? null : given,
                options.get(Options.WORKER_GRACE));
    }
}
