package io.grape.server.http.call;

import io.vertx.core.MultiMap;
import io.vertx.core.http.HttpHeaders;

/** What every answer tells a browser, so that no page of another site makes anything of it. Source: {@code docs/access.md#browsers}. */
public final class BrowserHeaders {
    private static final CharSequence CONTENT_TYPE_OPTIONS = HttpHeaders.createOptimized("X-Content-Type-Options");
    private static final CharSequence NO_SNIFF = HttpHeaders.createOptimized("nosniff");
    private static final CharSequence RESOURCE_POLICY = HttpHeaders.createOptimized("Cross-Origin-Resource-Policy");
    private static final CharSequence SAME_ORIGIN = HttpHeaders.createOptimized("same-origin");
    private static final CharSequence TRANSPORT_SECURITY = HttpHeaders.createOptimized("Strict-Transport-Security");
    private static final CharSequence YEAR = HttpHeaders.createOptimized("max-age=31536000");

    private final boolean isTls;

    public BrowserHeaders(boolean isTls) {
        this.isTls = isTls;
    }

    void put(MultiMap headers) {
        headers.set(CONTENT_TYPE_OPTIONS, NO_SNIFF);
        headers.set(RESOURCE_POLICY, SAME_ORIGIN);
        if (isTls) {
            headers.set(TRANSPORT_SECURITY, YEAR);
        }
    }
}
