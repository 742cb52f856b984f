package io.grape.server.http.connection;

import io.grape.core.Limits;
import io.grape.server.address.TrustedProxies;
import io.grape.server.tcp.ServedCertificate;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Where to listen.
 *
 * @param port 0 = a free one
 * @param tls null = plain text
 * @param hosts names that it may be called by, in small letters, beside those that nobody else can have; null = by any
 * @param proxies that are believed when they say where a request comes from
 * @param maxPayload bytes of the longest payload that is taken
 */
public record HttpOptions(
        String host,
        int port,
        HttpLimits most,
        @Nullable ServedCertificate tls,
        @Nullable Set<String> hosts,
        TrustedProxies proxies,
        int maxPayload) {
    /** Without TLS, by any name, behind no proxy. */
    public HttpOptions(String host, int port, HttpLimits most) {
        this(host, port, most, null, null, TrustedProxies.NONE, Limits.USUAL_PAYLOAD_BYTES);
    }

    /** The same on another port. */
    public HttpOptions port(int other) {
        return new HttpOptions(host, other, most, tls, hosts, proxies, maxPayload);
    }
}
