package io.grape.client;

/** White space around a value of JSON. Within other JSON it would be lost, although it is part of a payload. */
final class JsonSpace {
    private JsonSpace() {}

    static boolean isSpace(byte one) {
        return one == ' ' || one == '\n' || one == '\r' || one == '\t';
    }

    /** Whether bytes begin or end with white space. */
    static boolean isAround(byte[] bytes) {
        return bytes.length > 0 && (isSpace(bytes[0]) || isSpace(bytes[bytes.length - 1]));
    }
}
