package io.grape.server.http.recorded;

import java.util.List;

/** Fields of jobs that several requests take: produces, imports, changes and schedules. */
final class JobFields {
    static final Field PAYLOAD = Field.of(
            "payload", "{\"n\":1}", "[1,{\"a\":null}]", "1.00", "{\"a\":1,\"a\":2}", "\"\\ud800\"", "{\"a\":}");

    static final Field PAYLOAD_BASE64 = Field.of(
            "payloadBase64",
            "\"AAH/\"",
            "\"AAH\"",
            "\"AA==\"",
            "\"AA=\"",
            "\"AA\"",
            "\"AB==\"",
            "\"AA_-\"",
            "\"A A=\"",
            "\"*\"");

    static final Field CONTENT_TYPE = Field.of(
            "contentType",
            "\"application/vnd.shop+json\"",
            "\"application/json\"",
            "\"application/json; charset=utf-8\"",
            "\"text/plain\"",
            "\"TEXT/Plain\"",
            "\"a/b\\r\\nc\"",
            "\"a/" + "b".repeat(198) + "\"",
            "\"a/" + "b".repeat(199) + "\"");

    static final Field HEADERS = Field.of(
            "headers",
            "{\"trace\":\"7\"}",
            "{\"a-9\":\"\"}",
            "{\"trace\":7}",
            "{\"trace\":null}",
            "{\"Trace\":\"7\"}",
            "{\"a b\":\"7\"}",
            "{\"\":\"7\"}",
            "{\"ü\":\"7\"}",
            "{\"trace\":\"ü\"}",
            "{\"trace\":\" 7\"}",
            "{\"trace\":\"a\\nb\"}",
            "{\"trace\":\"7\",\"trace\":\"8\"}",
            "{\"" + "n".repeat(64) + "\":\"7\"}",
            "{\"" + "n".repeat(65) + "\":\"7\"}",
            "{\"trace\":\"" + "v".repeat(1024) + "\"}",
            "{\"trace\":\"" + "v".repeat(1025) + "\"}",
            headers(16, 1),
            headers(17, 1),
            headers(4, 1022),
            headers(4, 1023));

    static final Field KEY = Field.of(
            "key",
            "\"acme\"",
            "\"A.b_c:d~-9\"",
            "\"a b\"",
            "\"a/b\"",
            "\"" + "k".repeat(128) + "\"",
            "\"" + "k".repeat(129) + "\"");

    static final Field LABELS = Field.of(
            "labels",
            "[\"eu\",\"trial\"]",
            "[\"a.b_c:d/-9\"]",
            "[\"eu\",\"eu\"]",
            "[\"EU\"]",
            "[\"\"]",
            "[\"ü\"]",
            "[\"a b\"]",
            "[null]",
            "[5]",
            "[[\"eu\"]]",
            "[\"a\",\"b\",\"c\",\"d\",\"e\",\"f\",\"g\",\"h\"]",
            "[\"a\",\"b\",\"c\",\"d\",\"e\",\"f\",\"g\",\"h\",\"i\"]",
            "[\"" + "l".repeat(64) + "\"]",
            "[\"" + "l".repeat(65) + "\"]",
            "[\"" + "l".repeat(64) + "\",\"" + "m".repeat(64) + "\",\"" + "n".repeat(64) + "\",\"" + "o".repeat(64)
                    + "\"]",
            "[\"" + "l".repeat(64) + "\",\"" + "m".repeat(64) + "\",\"" + "n".repeat(64) + "\",\"" + "o".repeat(64)
                    + "\",\"p\"]");

    static final Field WEIGHT =
            Field.of("weight", "2.5", "1", "0.009", "0.01", "0.011", "999.9", "1000", "1000.1", "-0.01");

    static final Field PRIORITY =
            Field.of("priority", "10", "1", "1024", "4294967294", "4294967295", "4294967296", "-0", "1.0");

    static final Field TTR =
            Field.of("ttrMs", "5000", "999", "1000", "1001", "4294967294999", "4294967295000", "4294967295001");

    static final Field MAX_ATTEMPTS =
            Field.of("maxAttempts", "7", "1", "999999", "1000000", "1000001", "-0", "7.0", "-2147483648", "4294967296");

    static final Field DEDUP =
            Field.of("dedupWindowMs", "60000", "999", "1000", "1001", "604799999", "604800000", "604800001");

    private JobFields() {}

    /** So many headers, each with a name of two characters and a value of this length. */
    private static String headers(int count, int length) {
        List<String> names = List.of(
                "a1", "a2", "a3", "a4", "a5", "a6", "a7", "a8", "b1", "b2", "b3", "b4", "b5", "b6", "b7", "b8", "c1");
        StringBuilder headers = new StringBuilder();
        for (String name : names.subList(0, count)) {
            headers.append(headers.isEmpty() ? "{" : ",")
                    .append("\"")
                    .append(name)
                    .append("\":\"")
                    .append("v".repeat(length))
                    .append("\"");
        }
        return headers.append("}").toString();
    }
}
