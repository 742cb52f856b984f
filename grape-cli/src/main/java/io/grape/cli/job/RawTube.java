package io.grape.cli.job;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.grape.client.Codec;
import io.grape.client.Tube;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;

/** Tubes whose payloads are bytes of any content type. */
public final class RawTube {
    private static final ObjectMapper MAPPER =
            new ObjectMapper().enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS);

    private RawTube() {}

    /** A tube to look at. */
    public static Tube<byte[]> of(String name) {
        return Tube.of(name, Codec.bytes());
    }

    /** A tube to produce to. */
    public static Tube<byte[]> of(String name, String contentType) {
        return Tube.of(name, new Raw(contentType));
    }

    /** What bytes seem to be: JSON, text, or neither. */
    public static String contentType(byte[] bytes) {
        if (isJson(bytes)) {
            return "application/json";
        }
        return isText(bytes) ? Codec.text().contentType() : Codec.bytes().contentType();
    }

    /** Whether a content type is that of JSON. */
    public static boolean isJson(String contentType) {
        return contentType.matches("(?i)application/([a-z0-9.+-]+\\+)?json\\b.*");
    }

    private static boolean isJson(byte[] bytes) {
        try {
            return !MAPPER.readTree(bytes).isMissingNode();
        } catch (IOException e) {
            return false;
        }
    }

    private static boolean isText(byte[] bytes) {
        try {
            UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes));
            return bytes.length > 0;
        } catch (CharacterCodingException e) {
            return false;
        }
    }

    private record Raw(String contentType) implements Codec<byte[]> {
        @Override
        public byte[] encode(byte[] payload) {
            return payload;
        }

        @Override
        public byte[] decode(byte[] bytes) {
            return bytes;
        }
    }
}
