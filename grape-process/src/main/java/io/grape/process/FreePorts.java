package io.grape.process;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ThreadLocalRandom;
import java.util.function.IntPredicate;
import java.util.stream.IntStream;

/**
 * Loopback ports for programs that will listen. None of those that systems give to outgoing connections, from 32768 on: there, a
 * program that is started again may find its port taken by a connection, even by one that was meant for itself.
 */
public final class FreePorts {
    static final int FIRST = 22_000;
    static final int BEYOND = 32_000;

    private FreePorts() {}

    /** One that was free a moment ago. */
    public static int one() {
        return some(1, Set.of()).get(0);
    }

    /**
     * As many that were free a moment ago, each another.
     *
     * @param taken those that somebody is to have who does not have them yet
     */
    public static List<Integer> some(int count, Set<Integer> taken) {
        return found(count, port -> !taken.contains(port) && isFree(port));
    }

    /** One that was free a moment ago, and so was the one that is {@code offset} above it, which is none for connections either. */
    public static int withAnother(int offset) {
        return found(1, port -> isFree(port) && isFree(port - offset)).get(0) - offset;
    }

    private static List<Integer> found(int count, IntPredicate fits) {
        int begin = ThreadLocalRandom.current().nextInt(BEYOND - FIRST);
        List<Integer> ports = IntStream.range(0, BEYOND - FIRST)
                .map(i -> FIRST + (begin + i) % (BEYOND - FIRST))
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
