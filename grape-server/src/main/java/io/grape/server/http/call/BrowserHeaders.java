package io.grape.server.http.call;

import io.vertx.core.MultiMap;

/** What every answer tells a browser, so that no page of another site makes anything of it. Source: {@code docs/access.md#browsers}. */
public final class BrowserHeaders {
    private static final String YEAR = "max-age=31536000";

    private final boolean isTls;

    public BrowserHeaders(boolean isTls) {
        this.isTls = isTls;
    }

    void put(MultiMap headers) {
        headers.set("X-Content-Type-Options", "nosniff");
        headers.set("Cross-Origin-Resource-Policy", "same-origin");
        if (isTls) {
            headers.set("Strict-Transport-Security", YEAR);
        }
    }
}
