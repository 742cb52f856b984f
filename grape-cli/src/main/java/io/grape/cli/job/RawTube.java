package io.grape.cli.job;

import io.grape.cli.settings.Payloads;
import io.grape.client.Codec;
import io.grape.client.Tube;

/** Tubes whose payloads are bytes of any content type. */
public final class RawTube {
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
        if (Payloads.isJson(bytes)) {
            return "application/json";
        }
        boolean isText = bytes.length > 0 && Payloads.text(bytes).isPresent();
        return isText ? Codec.text().contentType() : Codec.bytes().contentType();
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
