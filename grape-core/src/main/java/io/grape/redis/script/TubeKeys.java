package io.grape.redis.script;

/** The keys of one tube in the scripts' order, and the common beginning of its jobs' keys. */
@SuppressWarnings("ArrayRecordComponent")
public record TubeKeys(byte[][] keys, byte[] jobPrefix) {
    byte[] coming() {
        return keys[4];
    }

    byte[] urgent() {
        return keys[5];
    }
}
