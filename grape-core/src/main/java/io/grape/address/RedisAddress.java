package io.grape.address;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.grape.core.GrapeException;
import io.lettuce.core.RedisURI;
import java.net.URLDecoder;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Where a Redis is and how to log in, read from a URI. User and password may hold any character, percent-encoded where it has
 * a meaning in a URI. The password is for the nodes that hold data; a Sentinel is asked without one.
 */
public record RedisAddress(Kind kind, RedisLogin login, List<NodeAddress> nodes, int database, String master) {
    private static final Pattern URI =
            Pattern.compile("([a-z-]+)://(?:(.*)@)?([^/#?]*)(?:/([0-9]{0,9}))?(?:#([\\w.-]+))?");
    private static final Pattern NODE = Pattern.compile("(?:\\[([0-9A-Fa-f:.]+)]|([A-Za-z0-9._-]+))(?::([0-9]{1,5}))?");

    /** The shapes of a Redis. */
    public enum Kind {
        REDIS("redis", 6379, "redis://[user:password@]host[:port][/database]"),
        REDISS("rediss", 6379, "rediss://[user:password@]host[:port][/database]"),
        SENTINEL("redis-sentinel", 26379, "redis-sentinel://[user:password@]host[:port],...[/database]#master"),
        CLUSTER("redis-cluster", 6379, "redis-cluster://[user:password@]host[:port],... without a database");

        private final String scheme;
        private final int defaultPort;
        private final String shape;

        Kind(String scheme, int defaultPort, String shape) {
            this.scheme = scheme;
            this.defaultPort = defaultPort;
            this.shape = shape;
        }
    }

    public RedisAddress {
        nodes = List.copyOf(nodes);
    }

    /** Fails with BAD_REQUEST, naming {@code redis} and what was expected. A password is not told. */
    public static RedisAddress parse(String uri) {
        Matcher parts = URI.matcher(uri);
        Kind kind = parts.matches() ? kind(parts.group(1)) : kind(uri.split("://", 2)[0]);
        if (kind == null) {
            throw bad("redis://, rediss://, redis-sentinel:// or redis-cluster:// and one or more hosts", uri);
        }
        RedisAddress address = parts.matches() ? read(kind, parts) : null;
        if (address == null || !address.isComplete()) {
            throw bad(kind.shape, uri);
        }
        return address;
    }

    private static @Nullable Kind kind(String scheme) {
        return Arrays.stream(Kind.values())
                .filter(kind -> kind.scheme.equals(scheme))
                .findAny()
                .orElse(null);
    }

    private static GrapeException bad(String expected, String uri) {
        return GrapeException.badValue("redis", expected, "'" + RedisUri.masked(uri) + "'");
    }

    private static @Nullable RedisAddress read(Kind kind, Matcher parts) {
        RedisLogin login = login(parts.group(2));
        List<NodeAddress> nodes = new ArrayList<>();
        for (String text : parts.group(3).split(",", -1)) {
            NodeAddress node = node(text, kind.defaultPort);
            if (node == null) {
                return null;
            }
            nodes.add(node);
        }
        String database = parts.group(4);
        String master = parts.group(5);
        return login == null
                ? null
                : new RedisAddress(
                        kind,
                        login,
                        nodes,
                        database == null || database.isEmpty() ? 0 : Integer.parseInt(database),
                        master == null ? "" : master);
    }

    private static @Nullable RedisLogin login(@Nullable String text) {
        if (text == null) {
            return RedisLogin.NONE;
        }
        int colon = text.indexOf(':');
        try {
            RedisLogin login =
                    new RedisLogin(decoded(text.substring(0, Math.max(colon, 0))), decoded(text.substring(colon + 1)));
            return colon < 0 || login.password().isEmpty() ? null : login;
        } catch (IllegalArgumentException e) {
            return null;
        }
    }

    private static String decoded(String text) {
        return URLDecoder.decode(text.replace("+", "%2B"), UTF_8);
    }

    private static @Nullable NodeAddress node(String text, int defaultPort) {
        Matcher parts = NODE.matcher(text);
        if (!parts.matches()) {
            return null;
        }
        String host = parts.group(1) != null ? parts.group(1) : parts.group(2);
        int port = parts.group(3) != null ? Integer.parseInt(parts.group(3)) : defaultPort;
        return port >= 1 && port <= 65535 ? new NodeAddress(host, port) : null;
    }

    private boolean isComplete() {
        return switch (kind) {
            case REDIS, REDISS -> nodes.size() == 1 && master.isEmpty();
            case SENTINEL -> !master.isEmpty();
            case CLUSTER -> master.isEmpty() && database == 0;
        };
    }

    /** What a node is called of which there is one; under Sentinels, where that changes, by the name of the master. */
    public String name() {
        return kind == Kind.SENTINEL ? master : nodes.get(0).toString();
    }

    /** What the client connects to: each node of a cluster, else one. */
    public List<RedisURI> uris(Duration timeout) {
        if (kind == Kind.SENTINEL) {
            RedisURI.Builder sentinels = RedisURI.builder().withSentinelMasterId(master);
            nodes.forEach(node -> sentinels.withSentinel(node.host(), node.port()));
            return List.of(completed(sentinels, timeout));
        }
        return nodes.stream()
                .map(node -> completed(RedisURI.Builder.redis(node.host(), node.port()), timeout))
                .toList();
    }

    private RedisURI completed(RedisURI.Builder builder, Duration timeout) {
        if (!login.password().isEmpty()) {
            if (login.user().isEmpty()) {
                builder.withPassword(login.password().toCharArray());
            } else {
                builder.withAuthentication(login.user(), login.password().toCharArray());
            }
        }
        RedisURI uri = builder.withSsl(kind == Kind.REDISS)
                .withDatabase(database)
                .withTimeout(timeout)
                .build();
        uri.getSentinels().forEach(sentinel -> sentinel.setTimeout(timeout));
        return uri;
    }
}
