package io.grape.address;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.grape.core.GrapeException;
import io.lettuce.core.RedisURI;
import java.net.URLDecoder;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Where a Redis is and how to log in, read from a URI. Users and passwords may hold any character, percent-encoded where it has
 * a meaning in a URI.
 *
 * <p>Lettuce reads such URIs too, but it takes many that are wrong: see decision 17.
 *
 * @param isTls whether to speak TLS, to the Sentinels too
 * @param login for the nodes that hold data
 * @param sentinelLogin for the Sentinels
 */
public record RedisAddress(
        Kind kind,
        boolean isTls,
        RedisLogin login,
        RedisLogin sentinelLogin,
        List<NodeAddress> nodes,
        int database,
        String master) {
    private static final Pattern URI = Pattern.compile(
            "redis(s?)(|-sentinel|-cluster)://(?:(.*)@)?([^/?#]*)(/[^?#]*)?(\\?[^#]*)?(#.*)?", Pattern.DOTALL);
    private static final Pattern NODE = Pattern.compile("(?:\\[([0-9A-Fa-f:.]+)]|([A-Za-z0-9._-]+))(?::([0-9]{1,5}))?");
    private static final Pattern DATABASE = Pattern.compile("/[0-9]{0,9}");
    private static final Pattern MASTER = Pattern.compile("#[\\w.-]+");
    private static final int MAX_PORT = 65535;

    /** The shapes of a Redis. */
    public enum Kind {
        STANDALONE("", 6379, "redis[s]://[user:password@]host[:port][/database]"),
        SENTINEL(
                "-sentinel",
                26379,
                "redis[s]-sentinel://[user:password@]host[:port],...[/database]"
                        + "[?sentinelUser=user&sentinelPassword=password]#master"),
        CLUSTER("-cluster", 6379, "redis[s]-cluster://[user:password@]host[:port],...");

        private final String suffix;
        private final int defaultPort;
        private final String shape;

        Kind(String suffix, int defaultPort, String shape) {
            this.suffix = suffix;
            this.defaultPort = defaultPort;
            this.shape = shape;
        }
    }

    public RedisAddress {
        nodes = List.copyOf(nodes);
    }

    /** Fails with BAD_REQUEST, naming {@code redis}, what is wrong and what was expected. A password is not told. */
    public static RedisAddress parse(String uri) {
        Matcher parts = URI.matcher(uri);
        if (!parts.matches()) {
            throw wrong("redis", "redis[s]://, redis[s]-sentinel:// or redis[s]-cluster:// and one or more hosts", uri);
        }
        Kind kind = Arrays.stream(Kind.values())
                .filter(one -> one.suffix.equals(parts.group(2)))
                .findAny()
                .orElseThrow();
        try {
            return read(kind, parts);
        } catch (IllegalArgumentException e) {
            throw wrong("redis: " + e.getMessage(), kind.shape, uri);
        }
    }

    private static GrapeException wrong(String what, String expected, String uri) {
        return GrapeException.badValue(what, expected, "'" + RedisUri.masked(uri) + "'");
    }

    private static RedisAddress read(Kind kind, Matcher parts) {
        RedisLogin login = login(parts.group(3));
        List<NodeAddress> nodes = Arrays.stream(parts.group(4).split(",", -1))
                .map(text -> node(text, kind.defaultPort))
                .toList();
        check(kind != Kind.STANDALONE || nodes.size() == 1, "this kind has one host");
        return new RedisAddress(
                kind,
                !parts.group(1).isEmpty(),
                login,
                sentinelLogin(kind, parts.group(6)),
                nodes,
                database(kind, parts.group(5)),
                master(kind, parts.group(7)));
    }

    private static void check(boolean isRight, String wrong) {
        if (!isRight) {
            throw new IllegalArgumentException(wrong);
        }
    }

    private static NodeAddress node(String text, int defaultPort) {
        Matcher parts = NODE.matcher(text);
        check(parts.matches(), text.isEmpty() ? "a host is missing" : "'" + text + "' is no host[:port]");
        int port = parts.group(3) != null ? Integer.parseInt(parts.group(3)) : defaultPort;
        check(port >= 1 && port <= MAX_PORT, "'" + port + "' is no port");
        return new NodeAddress(parts.group(1) != null ? parts.group(1) : parts.group(2), port);
    }

    private static int database(Kind kind, @Nullable String text) {
        check(text == null || DATABASE.matcher(text).matches(), "the database is no number");
        int database = text == null || text.length() == 1 ? 0 : Integer.parseInt(text.substring(1));
        check(database == 0 || kind != Kind.CLUSTER, "a Cluster has no databases");
        return database;
    }

    private static String master(Kind kind, @Nullable String text) {
        if (kind != Kind.SENTINEL) {
            check(text == null, "only Sentinels know a #master");
            return "";
        }
        if (text == null || !MASTER.matcher(text).matches()) {
            throw new IllegalArgumentException("the name of the #master is missing, or is none");
        }
        return text.substring(1);
    }

    private static RedisLogin login(@Nullable String text) {
        if (text == null) {
            return RedisLogin.NONE;
        }
        check(!text.contains("?"), "a ? or @ in a password is not percent-encoded");
        int colon = text.indexOf(':');
        check(colon >= 0 && colon < text.length() - 1, "the login has no :password");
        return new RedisLogin(decoded(text.substring(0, colon)), decoded(text.substring(colon + 1)));
    }

    /** What is unknown is not named: it may be the rest of a password. */
    private static RedisLogin sentinelLogin(Kind kind, @Nullable String query) {
        if (query == null) {
            return RedisLogin.NONE;
        }
        check(kind == Kind.SENTINEL, "this kind has no ?parameters");
        String user = null;
        String password = null;
        for (String one : query.substring(1).split("&", -1)) {
            if (one.startsWith("sentinelUser=") && user == null) {
                user = decoded(one.substring("sentinelUser=".length()));
            } else if (one.startsWith("sentinelPassword=") && password == null) {
                password = decoded(one.substring("sentinelPassword=".length()));
            } else {
                throw new IllegalArgumentException(
                        "a parameter is neither sentinelUser nor sentinelPassword, or comes twice");
            }
        }
        if (password == null || password.isEmpty()) {
            throw new IllegalArgumentException("sentinelPassword is missing");
        }
        return new RedisLogin(user == null ? "" : user, password);
    }

    private static String decoded(String text) {
        try {
            return URLDecoder.decode(text.replace("+", "%2B"), UTF_8);
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException(
                    "a % in a user or password is not followed by two hexadecimal digits", e);
        }
    }

    /** What a node is called of which there is one; under Sentinels, where that changes, by the name of the master. */
    public String name() {
        return kind == Kind.SENTINEL ? master : nodes.get(0).toString();
    }

    /** What the client connects to: each node of a cluster, else one. */
    public List<RedisURI> uris(Duration timeout) {
        if (kind == Kind.SENTINEL) {
            RedisURI.Builder sentinels = RedisURI.builder().withSentinelMasterId(master);
            nodes.forEach(node -> sentinels.withSentinel(completed(at(node), sentinelLogin, timeout)));
            return List.of(completed(sentinels.withDatabase(database), login, timeout));
        }
        return nodes.stream()
                .map(node -> completed(at(node).withDatabase(database), login, timeout))
                .toList();
    }

    private static RedisURI.Builder at(NodeAddress node) {
        return RedisURI.Builder.redis(node.host(), node.port());
    }

    private RedisURI completed(RedisURI.Builder builder, RedisLogin as, Duration timeout) {
        if (!as.password().isEmpty()) {
            char[] password = as.password().toCharArray();
            if (as.user().isEmpty()) {
                builder.withPassword(password);
            } else {
                builder.withAuthentication(as.user(), password);
            }
        }
        return builder.withSsl(isTls).withTimeout(timeout).build();
    }
}
