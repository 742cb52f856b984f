package io.grape.client;

/** Bytes as they are, of any content type: payloads that were encoded before. */
record RawCodec(String contentType) implements Codec<byte[]> {
    @Override
    public byte[] encode(byte[] payload) {
        return payload;
    }

    @Override
    public byte[] decode(byte[] bytes) {
        return bytes;
    }
}
