package io.grape.redis.connection;

import io.grape.address.NodeAddress;
import io.grape.address.RedisAddress;
import java.net.ConnectException;
import java.net.UnknownHostException;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Explains in one line why a Redis could not be reached. Unknown causes have Lettuce's own message. */
final class Unreachable {
    private static final Pattern RESOLVED = Pattern.compile("resolve '([^']+?)\\.?'");
    private static final String NO_SENTINEL = "Cannot connect to a Redis Sentinel";

    private Unreachable() {}

    static String why(RedisAddress address, Throwable failure) {
        Throwable root = root(failure);
        if (isOfUnknownHost(failure)) {
            Matcher name = RESOLVED.matcher(all(failure));
            return "there is no host " + (name.find() ? name.group(1) : nodes(address));
        }
        boolean isRefused = root instanceof ConnectException
                && String.valueOf(root.getMessage()).contains("refused");
        return switch (address.kind()) {
            case STANDALONE ->
                isRefused ? "nothing listens at " + nodes(address) + ", connection refused" : all(failure);
            case SENTINEL ->
                all(failure).contains(NO_SENTINEL)
                        ? "no Sentinel responds at " + nodes(address) + (isRefused ? ", connection refused" : "")
                        : all(failure);
            case CLUSTER -> all(failure);
        };
    }

    private static String nodes(RedisAddress address) {
        return address.nodes().stream().map(NodeAddress::toString).collect(Collectors.joining(","));
    }

    private static boolean isOfUnknownHost(@Nullable Throwable failure) {
        return failure != null && (failure instanceof UnknownHostException || isOfUnknownHost(failure.getCause()));
    }

    private static Throwable root(Throwable failure) {
        Throwable cause = failure.getCause();
        return cause == null ? failure : root(cause);
    }

    /** The text for each cause. */
    static String all(Throwable failure) {
        Throwable cause = failure.getCause();
        return cause == null ? String.valueOf(failure.getMessage()) : failure.getMessage() + ": " + all(cause);
    }
}
