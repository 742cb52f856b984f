package io.grape.process;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.List;
import java.util.concurrent.ThreadLocalRandom;
import java.util.function.IntPredicate;

/**
 * Loopback ports for programs that will listen. None of those that systems give to outgoing connections, from 32768 on: there, a
 * program that is started again may find its port taken by a connection, even by one that was meant for itself.
 */
public final class FreePorts {
    private static final int FIRST = 11_000;
    /** The second port of a node of a Redis Cluster, 10,000 above its first, is below 32768 as well. */
    private static final int BEYOND = 21_000;

    private static final int TRIES = 1000;

    private FreePorts() {}

    /** One that was free a moment ago. */
    public static int one() {
        return some(1).get(0);
    }

    /** As many that were free a moment ago, each another. */
    public static List<Integer> some(int count) {
        return found(count, FreePorts::isFree);
    }

    /** One that was free a moment ago, and so was the one that is {@code offset} above it. */
    public static int withAnother(int offset) {
        return found(1, port -> isFree(port) && isFree(port + offset)).get(0);
    }

    private static List<Integer> found(int count, IntPredicate fits) {
        List<Integer> ports = ThreadLocalRandom.current()
                .ints(TRIES, FIRST, BEYOND)
                .distinct()
                .filter(fits)
                .limit(count)
                .boxed()
                .toList();
        if (ports.size() < count) {
            throw new IllegalStateException("no free port on loopback between " + FIRST + " and " + (BEYOND - 1));
        }
        return ports;
    }

    /** Whether nobody has it just now. */
    public static boolean isFree(int port) {
        try (ServerSocket socket = new ServerSocket(port, 1, InetAddress.getLoopbackAddress())) {
            return socket.isBound();
        } catch (IOException e) {
            return false;
        }
    }
}
