package io.grape.redis.script;

/** The keys of one tube, in the order in which every script takes them, and what the keys of its jobs begin with. */
@SuppressWarnings("ArrayRecordComponent")
public record TubeKeys(byte[][] keys, byte[] jobPrefix) {
    byte[] coming() {
        return keys[4];
    }

    byte[] urgent() {
        return keys[5];
    }
}
