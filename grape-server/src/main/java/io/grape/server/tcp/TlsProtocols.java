package io.grape.server.tcp;

import io.vertx.core.net.NetServerOptions;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;

/** Which TLS a listener speaks: what is said stays secret also from who gets hold of the key later (forward secrecy). */
public final class TlsProtocols {
    private static final Set<String> VERSIONS = Set.of("TLSv1.3", "TLSv1.2");
    /** The first three are of TLS 1.3. All exchange a key that is used once, and vouch for what they encrypt (AEAD). */
    private static final List<String> SUITES = List.of(
            "TLS_AES_256_GCM_SHA384",
            "TLS_AES_128_GCM_SHA256",
            "TLS_CHACHA20_POLY1305_SHA256",
            "TLS_ECDHE_ECDSA_WITH_AES_256_GCM_SHA384",
            "TLS_ECDHE_RSA_WITH_AES_256_GCM_SHA384",
            "TLS_ECDHE_ECDSA_WITH_AES_128_GCM_SHA256",
            "TLS_ECDHE_RSA_WITH_AES_128_GCM_SHA256",
            "TLS_ECDHE_ECDSA_WITH_CHACHA20_POLY1305_SHA256",
            "TLS_ECDHE_RSA_WITH_CHACHA20_POLY1305_SHA256");

    static {
        // A client of TLS 1.2 may begin handshakes anew as often as it likes, and each costs the broker far more than
        // the client.
        // The JDK reads this once, before the first handshake as a server.
        System.setProperty("jdk.tls.rejectClientInitiatedRenegotiation", "true");
    }

    private TlsProtocols() {}

    /** Switches TLS on, of these kinds alone, with a bounded number of handshakes. */
    public static void serve(NetServerOptions options, ServedCertificate certificate, TlsHandshakes handshakes) {
        options.setSsl(true).setUseAlpn(false).setEnabledSecureTransportProtocols(VERSIONS);
        SUITES.forEach(options::addEnabledCipherSuite);
        options.setKeyCertOptions(certificate.keys())
                .setSslEngineOptions(new TlsEngine(handshakes))
                .setSslHandshakeTimeout(handshakes.time().toMillis())
                .setSslHandshakeTimeoutUnit(TimeUnit.MILLISECONDS);
    }
}
