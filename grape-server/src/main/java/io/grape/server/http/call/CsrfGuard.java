package io.grape.server.http.call;

import io.grape.core.ErrorCode;
import io.grape.core.GrapeException;
import io.grape.server.access.Right;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Refuses what a page of another origin makes a browser send. Programs send none of these headers, and are not concerned.
 * Source: {@code docs/access.md#browsers}.
 */
public final class CsrfGuard {
    private static final Set<String> READING = Set.of("GET", "HEAD");
    private static final Set<String> OWN_SITES = Set.of("same-origin", "none");
    /** A script has its call sent so; pictures, links, frames and what is typed have not. */
    private static final Set<String> OF_SCRIPTS = Set.of("cors", "same-origin");
    /** A browser says its mode to no plain address but this machine; these it sends with pictures and links, too. */
    private static final List<String> OF_BROWSERS = List.of("Accept-Language", "Referer");

    private CsrfGuard() {}

    /** Fails with FORBIDDEN, whoever calls. */
    static void check(Endpoint call, Request request) {
        if (reads(call, request)) {
            return;
        }
        String site = request.header("Sec-Fetch-Site");
        if (site != null && !OWN_SITES.contains(site)) {
            throw forbidden("Sec-Fetch-Site: expected same-origin, got " + site);
        }
        String origin = request.header("Origin");
        if (origin != null && !isOwn(origin, request)) {
            throw forbidden(
                    "Origin: expected the host that is called, got another; a proxy has to pass on Host or X-Forwarded-Host");
        }
        if (READING.contains(request.method())) {
            checkIsNoPicture(request);
        }
    }

    /** A GET that changes something is for programs: a page of another site makes a browser send one without a script. */
    private static void checkIsNoPicture(Request request) {
        String mode = request.header("Sec-Fetch-Mode");
        if (mode != null && !OF_SCRIPTS.contains(mode)) {
            throw forbidden("a GET that changes something: expected none of a browser, got Sec-Fetch-Mode: " + mode);
        }
        for (String header : OF_BROWSERS) {
            if (mode == null && request.header(header) != null) {
                throw forbidden("a GET that changes something: expected none of a browser, got one with " + header);
            }
        }
    }

    /** The same for what a browser sends with a session: there the origin has to be shown. */
    public static void checkSession(Endpoint call, Request request) {
        if (!reads(call, request)) {
            checkSession(request);
        }
    }

    /** The same for what is known to change something. */
    public static void checkSession(Request request) {
        String site = request.header("Sec-Fetch-Site");
        boolean own = site == null ? "1".equals(request.header("X-Grape-Console")) : site.equals("same-origin");
        if (!own) {
            throw forbidden(
                    "a call with a session: expected Sec-Fetch-Site: same-origin or X-Grape-Console: 1, got neither");
        }
    }

    /** Grape 1.3 consumes with GET. */
    private static boolean reads(Endpoint call, Request request) {
        return READING.contains(request.method()) && call.right() != Right.JOBS_CONSUME;
    }

    /** Behind a proxy the host that was called may be in another header, which no page can set for another origin. */
    private static boolean isOwn(String origin, Request request) {
        String host = origin.replaceFirst("^https?://", "").toLowerCase(Locale.ROOT);
        return isSame(host, request.header("Host")) || isSame(host, request.header("X-Forwarded-Host"));
    }

    private static boolean isSame(String host, @Nullable String called) {
        return called != null && host.equals(called.toLowerCase(Locale.ROOT));
    }

    private static GrapeException forbidden(String detail) {
        return new GrapeException(
                ErrorCode.FORBIDDEN, detail + " (a page of another site must not change anything here)");
    }
}
