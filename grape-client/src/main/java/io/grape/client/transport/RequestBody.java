package io.grape.client.transport;

/** Bytes and their content type. */
@SuppressWarnings("ArrayRecordComponent")
public record RequestBody(byte[] bytes, String contentType) {
    /** A JSON body. */
    public static RequestBody json(byte[] bytes) {
        return new RequestBody(bytes, "application/json");
    }
}
