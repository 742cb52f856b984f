package io.grape.client;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;

/** Text in UTF-8. */
record TextCodec() implements Codec<String> {
    @Override
    public String contentType() {
        return "text/plain;charset=utf-8";
    }

    @Override
    public byte[] encode(String payload) {
        return payload.getBytes(UTF_8);
    }

    @Override
    public String decode(byte[] bytes) throws CharacterCodingException {
        return UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes)).toString();
    }
}
