package io.grape.cli.settings;

import io.grape.client.Codec;
import io.grape.client.Tube;

/** Bytes as they are, of any content type. */
public record RawBytes(String contentType) implements Codec<byte[]> {
    /** A tube of such payloads. */
    public static Tube<byte[]> tube(String name, String contentType) {
        return Tube.of(name, new RawBytes(contentType));
    }

    @Override
    public byte[] encode(byte[] payload) {
        return payload;
    }

    @Override
    public byte[] decode(byte[] bytes) {
        return bytes;
    }
}
