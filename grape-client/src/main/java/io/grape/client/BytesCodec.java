package io.grape.client;

/** Bytes as they are. */
record BytesCodec() implements Codec<byte[]> {
    @Override
    public String contentType() {
        return "application/octet-stream";
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
