package io.grape.server.tcp;

import io.vertx.core.net.NetServerOptions;
import io.vertx.core.net.PemKeyCertOptions;
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

    private TlsProtocols() {}

    /** Switches TLS on, of these kinds alone, with a bounded number of handshakes. */
    public static void serve(NetServerOptions options, TlsFiles files, TlsHandshakes handshakes) {
        options.setSsl(true).setUseAlpn(false).setEnabledSecureTransportProtocols(VERSIONS);
        SUITES.forEach(options::addEnabledCipherSuite);
        options.setKeyCertOptions(new PemKeyCertOptions()
                        .setCertPath(files.certificate().toString())
                        .setKeyPath(files.key().toString()))
                .setSslEngineOptions(new TlsEngine(handshakes))
                .setSslHandshakeTimeout(handshakes.time().toMillis())
                .setSslHandshakeTimeoutUnit(TimeUnit.MILLISECONDS);
    }
}
