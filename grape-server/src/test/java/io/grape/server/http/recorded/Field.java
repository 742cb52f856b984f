package io.grape.server.http.recorded;

import java.util.ArrayList;
import java.util.List;

/**
 * A field of a request body.
 *
 * @param name as it is on the wire
 * @param valid a value as JSON that is valid
 * @param further values as JSON that only this field is tried with, such as those at its bounds
 */
record Field(String name, String valid, List<String> further) {
    /** Values that each field is tried with, whatever its type. */
    static final List<String> ANY = List.of(
            "null",
            "true",
            "\"x\"",
            "\"5\"",
            "[]",
            "{}",
            "-1",
            "0",
            "1.5",
            "1e3",
            "1e400",
            "9223372036854775807",
            "9223372036854775808",
            "1234567890123456789012345678901234567890",
            "\"\"",
            "\"ü€😀\"");

    /** Fewer values, for a field that another group tries with all of them. */
    private static final List<String> SOME = List.of("null", "true", "\"5\"", "[]", "-1", "1e400", "\"\"");

    private static final List<String> INSTANTS = List.of(
            "\"2110-01-01T02:00:00+02:00\"",
            "\"2110-01-01t00:00:00.5z\"",
            "\"2110-01-01T00:00:00.0001Z\"",
            "\"2110-02-30T00:00:00Z\"",
            "\"2110-01-01T00:00Z\"",
            "\"2110-01-01\"",
            "\"2110-01-01 00:00:00Z\"",
            "\"1970-01-01T00:00:00Z\"",
            "\"1969-12-31T23:59:59.999Z\"",
            "\"2199-12-31T23:59:59.999Z\"",
            "\"2200-01-01T00:00:00Z\"",
            "\"2200-01-01T00:00:00.001Z\"",
            "4417977600000");

    static Field of(String name, String valid, String... further) {
        return new Field(name, valid, List.of(further));
    }

    /** A field that is an instant, with the start of 2110 as its valid value. */
    static Field instant(String name) {
        return new Field(name, "\"2110-01-01T00:00:00Z\"", INSTANTS);
    }

    /** A field that is true or false. */
    static Field flag(String name) {
        return of(name, "true", "false", "\"true\"", "1");
    }

    /** All values that the field is tried with. */
    List<String> values() {
        return values(ANY);
    }

    /** Fewer of them. */
    List<String> someValues() {
        return values(SOME);
    }

    private List<String> values(List<String> ofAny) {
        List<String> all = new ArrayList<>();
        all.add(valid);
        all.addAll(further);
        ofAny.stream().filter(value -> !all.contains(value)).forEach(all::add);
        return all;
    }

    /** The name in another case. */
    String inOtherCase() {
        return Character.toUpperCase(name.charAt(0)) + name.substring(1);
    }
}
