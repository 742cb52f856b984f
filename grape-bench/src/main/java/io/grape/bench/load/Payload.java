package io.grape.bench.load;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

/** Payloads of a given length. */
public final class Payload {
    private static final String FROM = "{\"order\":8812,\"note\":\"";
    private static final String TO = "\"}";

    /** The shortest that there is. */
    public static final int SHORTEST = FROM.length() + TO.length();

    private Payload() {}

    /** A JSON object of that many bytes. */
    public static byte[] json(int length) {
        return (FROM + "x".repeat(length - SHORTEST) + TO).getBytes(ISO_8859_1);
    }
}
