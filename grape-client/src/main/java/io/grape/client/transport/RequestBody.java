package io.grape.client.transport;

/** Bytes of a content type. */
@SuppressWarnings("ArrayRecordComponent")
public record RequestBody(byte[] bytes, String contentType) {
    /** Of JSON. */
    public static RequestBody json(byte[] bytes) {
        return new RequestBody(bytes, "application/json");
    }
}
