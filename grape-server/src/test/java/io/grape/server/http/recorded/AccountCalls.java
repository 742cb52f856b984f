package io.grape.server.http.recorded;

import java.util.List;

/** Users and tokens. */
final class AccountCalls {
    private static final String USER = "/v1/users/ann";

    private static final List<Field> OF_USER = List.of(
            Field.of("role", "\"operator\"", "\"viewer\"", "\"admin\"", "\"ADMIN\"", "\"root\""),
            Field.of(
                    "rights",
                    "[\"audit.read\"]",
                    "[\"audit.read\",\"audit.read\"]",
                    "[\"AUDIT.READ\"]",
                    "[\"x\"]",
                    "[5]",
                    "[\"\"]"),
            Field.of(
                    "tubes",
                    "[\"shop.\"]",
                    "[\"shop.\",\"shop.\"]",
                    "[\"a b\"]",
                    "[5]",
                    "[\"\"]",
                    "[\"" + "t".repeat(201) + "\"]"),
            Field.of(
                    "password",
                    "\"correct horse\"",
                    "\"seven c\"",
                    "\"eight ch\"",
                    "\"password\"",
                    "\"" + "ü".repeat(100) + "\""));

    private static final List<Field> OF_TOKEN = List.of(
            Field.of(
                    "name",
                    "\"shop\"",
                    "\"default\"",
                    "\"10.1.2.3\"",
                    "\"a b\"",
                    "\"user:ann\"",
                    "\"" + "n".repeat(65) + "\""),
            Field.of(
                    "scopes",
                    "[\"produce\"]",
                    "[\"consume\",\"read\",\"admin\"]",
                    "[\"produce\",\"produce\"]",
                    "[\"PRODUCE\"]",
                    "[\"x\"]",
                    "[5]"),
            Field.of(
                    "tubes",
                    "[\"shop.\"]",
                    "[\"shop.\",\"shop.\"]",
                    "[\"a b\"]",
                    "[5]",
                    "[\"\"]",
                    "[\"" + "t".repeat(201) + "\"]"),
            Field.instant("expiresAt"));

    private AccountCalls() {}

    static void sendAll(CallRecorder calls) {
        users(calls);
        tokens(calls);
    }

    private static void users(CallRecorder calls) {
        // The last admin cannot be removed.
        calls.setUp("PUT /v1/users/boss", "{\"role\":\"admin\",\"password\":\"battery staple\"}");
        Bodies ann = Bodies.PLAIN.needs("role", "\"viewer\"").needs("password", "\"battery staple\"");
        for (String body :
                List.of("", "{}", "null", "[]", "{", ann.with("unknown", "1"), ann.with("name", "\"ann\""))) {
            calls.send("PUT " + USER, body);
        }
        calls.send("PUT " + USER, "{\"role\":\"viewer\"}");
        calls.send("PUT " + USER, "{\"password\":\"battery staple\"}");
        calls.send("PUT " + USER, ann.alone());
        // A password takes a quarter of a second, so the other fields are tried without one.
        OF_USER.forEach(field -> Bodies.PLAIN.of(field).forEach(body -> put(calls, body)));
        calls.send("GET /v1/users");
        calls.send("DELETE " + USER);
        calls.send("DELETE " + USER);
        for (String name : List.of("a%20b", "a:b", "%C3%BC", ".", "u".repeat(65))) {
            calls.send("PUT /v1/users/" + name, ann.alone());
        }
        String longest = "/v1/users/" + "u".repeat(64);
        calls.send("PUT " + longest, ann.alone());
        calls.send("DELETE " + longest);
    }

    private static void put(CallRecorder calls, String body) {
        if (calls.send("PUT " + USER, body)) {
            calls.setUp("PUT " + USER, "{\"role\":\"viewer\",\"rights\":[],\"tubes\":[]}");
        }
    }

    private static void tokens(CallRecorder calls) {
        Bodies shop = Bodies.PLAIN.needs("name", "\"shop\"").needs("scopes", "[\"produce\"]");
        for (String body : List.of(
                "", "{}", "null", "[]", "{", shop.alone(), shop.with("unknown", "1"), shop.with("id", "\"a\""))) {
            post(calls, body);
        }
        OF_TOKEN.forEach(field -> shop.of(field).forEach(body -> post(calls, body)));
        calls.send("GET /v1/tokens");
        calls.send("DELETE /v1/tokens/none");
    }

    private static void post(CallRecorder calls, String body) {
        if (calls.send("POST /v1/tokens", body)) {
            calls.setUp("DELETE /v1/tokens/<token>");
        }
    }
}
