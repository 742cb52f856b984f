package io.grape.redis.job;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import io.grape.core.job.Payload;
import java.nio.ByteBuffer;
import java.util.Arrays;

/** Bytes behind their content type, which has its length in a byte in front of it. */
public final class TypedBytes {
    private TypedBytes() {}

    public static byte[] of(Payload payload) {
        return of(payload.contentType(), payload.bytes());
    }

    static byte[] of(String contentType, byte[] bytes) {
        byte[] type = contentType.getBytes(ISO_8859_1);
        return ByteBuffer.allocate(1 + type.length + bytes.length)
                .put((byte) type.length)
                .put(type)
                .put(bytes)
                .array();
    }

    static Payload read(byte[] stored) {
        int type = Byte.toUnsignedInt(stored[0]);
        return new Payload(
                Arrays.copyOfRange(stored, 1 + type, stored.length), new String(stored, 1, type, ISO_8859_1));
    }
}
