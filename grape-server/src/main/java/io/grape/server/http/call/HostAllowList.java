package io.grape.server.http.call;

import io.grape.core.ErrorCode;
import io.grape.core.GrapeException;
import io.vertx.core.MultiMap;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.http.HttpVersion;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * By which names a browser may call a listener. A page of another site can have its own name lead to this machine (DNS rebinding): to a
 * browser it is of the same origin then, and reads and changes what it likes where nobody is asked who he is. No such page can have
 * a name without a dot, one of {@code localhost}, or the address itself. Programs call by whatever name leads to their broker. Source: {@code docs/access.md#browsers}.
 */
public final class HostAllowList {
    private static final String ANY = "*";
    private static final String LOCAL = ".localhost";
    /** Browsers send the first one with every call, and a page cannot keep it from being sent. */
    private static final List<String> OF_BROWSERS =
            List.of("Accept-Language", "Sec-Fetch-Site", "Sec-Fetch-Mode", "Origin", "Referer");

    private final Set<String> allowed;
    private final boolean any;
    /** The last one that was let in: nearly all calls have the same. Threads may see an older one, which was let in as well. */
    private String seen = "";

    /** With further names, in small letters; null = all names there are. */
    public HostAllowList(@Nullable Set<String> allowed) {
        this.allowed = allowed == null ? Set.of() : Set.copyOf(allowed);
        this.any = allowed == null || allowed.contains(ANY);
    }

    /** Fails with BAD_REQUEST where not one host is named, and with FORBIDDEN where it is none that is let in. */
    void check(HttpServerRequest http) {
        List<String> hosts = http.headers().getAll("Host");
        int count = hosts.size();
        if (count > 1 || (count == 0 && http.version() == HttpVersion.HTTP_1_1)) {
            throw GrapeException.badValue("Host", "one", count == 0 ? "none" : count + " of them");
        }
        check(count == 0 ? null : hosts.get(0), http.headers());
    }

    /** Fails with FORBIDDEN, and says how to allow it; null = a request that names none. */
    void check(@Nullable String host, MultiMap headers) {
        if (any || host == null || host.equals(seen)) {
            return;
        }
        String name = name(host);
        if (isOfNobodyElse(name) || allowed.contains(name)) {
            seen = host;
        } else if (OF_BROWSERS.stream().anyMatch(headers::contains)) {
            throw new GrapeException(
                    ErrorCode.FORBIDDEN,
                    "Host: expected localhost, an address or a name without a dot, got " + name
                            + " (a page of another site may use its own name for this address, and this broker has no sign-in;"
                            + " to allow the name: --allowed-hosts " + name
                            + ", or require sign-in: --auth required)");
        }
    }

    /** Without a port, and without the dot that may stand at the end. An address in brackets has none of either. */
    private static String name(String host) {
        int colon = host.startsWith("[") ? -1 : host.indexOf(':');
        String name = (colon < 0 ? host : host.substring(0, colon)).toLowerCase(Locale.ROOT);
        return name.endsWith(".") ? name.substring(0, name.length() - 1) : name;
    }

    private static boolean isOfNobodyElse(String name) {
        return name.indexOf('.') < 0 || name.endsWith(LOCAL) || isAddress(name);
    }

    private static boolean isAddress(String name) {
        return name.startsWith("[")
                || name.chars().allMatch(letter -> letter == '.' || (letter >= '0' && letter <= '9'));
    }
}
