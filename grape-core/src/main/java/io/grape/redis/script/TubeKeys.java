package io.grape.redis.script;

import static java.nio.charset.StandardCharsets.UTF_8;

/** The keys of one tube in the scripts' order, and the common beginning of its jobs' keys. */
@SuppressWarnings("ArrayRecordComponent")
public record TubeKeys(byte[][] keys, byte[] jobPrefix) {
    byte[] coming() {
        return keys[4];
    }

    byte[] urgent() {
        return keys[5];
    }

    /** The lanes of jobs with a key, by the number of their jobs. */
    byte[] lanes() {
        return part("lanes");
    }

    private byte[] part(String name) {
        String tube = new String(keys[0], UTF_8);
        return (tube.substring(0, tube.lastIndexOf(':') + 1) + name).getBytes(UTF_8);
    }
}
