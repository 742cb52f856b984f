package io.grape.server.http.json;

/** What JSON is made of, and what a message calls it. */
public enum JsonToken {
    /** Before the first token, and behind the last. */
    NOTHING("nothing"),
    OBJECT("an object"),
    OBJECT_END("the end of an object"),
    ARRAY("an array"),
    ARRAY_END("the end of an array"),
    NAME("a name"),
    STRING("a string"),
    /** A number without a fraction and an exponent. */
    WHOLE("a number"),
    /** Any other number. */
    NUMBER("a number"),
    TRUE("true or false"),
    FALSE("true or false"),
    NULL("null");

    private final String words;

    JsonToken(String words) {
        this.words = words;
    }

    /** What it is, in words. */
    public String words() {
        return words;
    }

    boolean opens() {
        return this == OBJECT || this == ARRAY;
    }

    boolean closes() {
        return this == OBJECT_END || this == ARRAY_END;
    }
}
