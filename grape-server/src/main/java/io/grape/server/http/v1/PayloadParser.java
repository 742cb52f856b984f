package io.grape.server.http.v1;

import io.grape.core.ErrorCode;
import io.grape.core.GrapeException;
import io.grape.core.Limits;
import io.grape.core.job.Payload;
import io.grape.server.http.json.JsonBytes;
import io.grape.server.http.json.JsonFields;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Base64;
import org.jspecify.annotations.Nullable;

/** Takes payloads in. What is said to be JSON is JSON afterwards, so that it can be delivered as such. */
public final class PayloadParser {
    private static final int MAX_BASE64 = (Limits.MAX_PAYLOAD_BYTES + 2) / 3 * 4;

    private static final int GROUP_BYTES = 3;
    private static final int GROUP_CHARS = 4;

    private PayloadParser() {}

    /**
     * A payload that came as a body.
     *
     * @param contentType null = binary
     */
    public static Payload ofBody(byte[] bytes, @Nullable String contentType) {
        return ofBody(bytes, contentType, "payload");
    }

    /** A result that came as a body. */
    static Payload ofResult(byte[] bytes, @Nullable String contentType) {
        return ofBody(bytes, contentType, "result");
    }

    private static Payload ofBody(byte[] bytes, @Nullable String contentType, String name) {
        Payload payload = new Payload(bytes, contentType == null ? Payload.BINARY : contentType);
        if (payload.isJson()) {
            JsonBytes.check(payload.bytes(), name);
        }
        return payload;
    }

    /** Fails with TOO_LARGE for a payload that is longer than this broker takes. */
    static void checkSize(Payload payload, int maxBytes) {
        int bytes = payload.bytes().length;
        if (bytes > maxBytes) {
            throw GrapeException.tooLarge("payload", maxBytes, bytes);
        }
    }

    /** A payload that came within a JSON object: as the JSON that it is, or in Base64. */
    static Payload ofFields(JsonFields given) {
        return ofFields(given, "payload");
    }

    /** The same in a field of another name, or in that name and {@code Base64}. */
    static Payload ofFields(JsonFields given, String name) {
        return ofFields(given, name, "contentType");
    }

    /** The same with its content type in a field of another name, too. */
    static Payload ofFields(JsonFields given, String name, String typeName) {
        String inBase64 = name + "Base64";
        ByteBuffer base64 = given.ascii(inBase64);
        String contentType = given.text(typeName);
        if (given.has(name)) {
            if (base64 != null) {
                throw GrapeException.badValue(name + ", " + inBase64, "one of them", "both");
            }
            Payload payload = new Payload(given.bytes(name), contentType == null ? Payload.JSON : contentType);
            if (!payload.isJson()) {
                throw GrapeException.badValue(
                        typeName, "a JSON type, or " + inBase64 + " in place of " + name, "'" + contentType + "'");
            }
            return payload;
        }
        if (base64 == null) {
            throw new GrapeException(ErrorCode.BAD_REQUEST, name + ": expected it or " + inBase64 + ", got neither");
        }
        return ofBody(decoded(base64, given, inBase64), contentType, name);
    }

    private static byte[] decoded(ByteBuffer base64, JsonFields given, String name) {
        if (base64.remaining() > MAX_BASE64) {
            throw GrapeException.tooLarge(name, Limits.MAX_PAYLOAD_BYTES, "more");
        }
        try {
            byte[] bytes = bytesOf(Base64.getDecoder().decode(base64.duplicate()));
            if (endsAs(base64, bytes)) {
                return bytes;
            }
        } catch (IllegalArgumentException e) {
            throw badBase64(given, name);
        }
        throw badBase64(given, name);
    }

    /** Without a copy if nothing stands around them. */
    private static byte[] bytesOf(ByteBuffer decoded) {
        boolean isWhole = decoded.arrayOffset() == 0 && decoded.array().length == decoded.remaining();
        if (isWhole) {
            return decoded.array();
        }
        byte[] bytes = new byte[decoded.remaining()];
        decoded.get(bytes);
        return bytes;
    }

    /** False for what the decoder lets through: Base64 that lacks its padding, or has bits left over behind the last byte. */
    private static boolean endsAs(ByteBuffer base64, byte[] decoded) {
        int group = decoded.length == 0 ? 0 : (decoded.length - 1) / GROUP_BYTES * GROUP_BYTES;
        byte[] end = Base64.getEncoder().encode(Arrays.copyOfRange(decoded, group, decoded.length));
        int length = group / GROUP_BYTES * GROUP_CHARS + end.length;
        return base64.remaining() == length
                && base64.slice(base64.limit() - end.length, end.length).equals(ByteBuffer.wrap(end));
    }

    private static GrapeException badBase64(JsonFields given, String name) {
        return GrapeException.badValue(name, "standard Base64 with padding and no bits left over", given.shown(name));
    }
}
