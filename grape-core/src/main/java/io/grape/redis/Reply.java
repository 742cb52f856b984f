package io.grape.redis;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.List;

/** What a script answered: a code and strings. */
record Reply(List<byte[]> values) {
    String code() {
        return text(0);
    }

    int size() {
        return values.size();
    }

    byte[] bytes(int index) {
        return values.get(index);
    }

    String text(int index) {
        return new String(bytes(index), UTF_8);
    }

    boolean isEmpty(int index) {
        return bytes(index).length == 0;
    }

    /** A whole number. */
    long number(int index) {
        return Long.parseLong(text(index));
    }

    /** A score, whose fraction only tells jobs of one millisecond apart. */
    long millis(int index) {
        return (long) Double.parseDouble(text(index));
    }
}
