package io.grape.chaos.load;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.Random;

/** What a job carries: its id, and bytes that follow from it. */
final class Payload {
    /** How ids of jobs end that carry much. */
    static final String LARGE = ".large";

    static final int LARGE_BYTES = 256 * 1024;

    private static final int MAX = 400;

    private Payload() {}

    static byte[] of(String id) {
        Random random = new Random(id.hashCode());
        byte[] name = id.getBytes(UTF_8);
        int least = id.endsWith(LARGE) ? LARGE_BYTES : name.length;
        byte[] payload = new byte[least + random.nextInt(MAX)];
        random.nextBytes(payload);
        System.arraycopy(name, 0, payload, 0, name.length);
        return payload;
    }
}
