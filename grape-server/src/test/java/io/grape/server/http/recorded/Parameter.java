package io.grape.server.http.recorded;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * A query parameter.
 *
 * @param name as it is on the wire
 * @param valid a valid value, encoded
 * @param further values that only this parameter is tried with, such as those at its bounds
 */
record Parameter(String name, String valid, List<String> further) {
    /** Values that each parameter is tried with, whatever its type. */
    private static final List<String> ANY = List.of(
            "",
            "x",
            "true",
            "-1",
            "0",
            "1.5",
            "1e3",
            "1e400",
            "9223372036854775807",
            "9223372036854775808",
            "1234567890123456789012345678901234567890",
            "05",
            "%2B5",
            "%205",
            "%C3%BC%E2%82%AC%F0%9F%98%80",
            "%FF");

    /** Fewer values, for a parameter that another call tries with all of them. */
    private static final List<String> SOME = List.of("", "x", "-1", "0", "1.5", "9223372036854775808");

    private static final List<String> INSTANTS = List.of(
            "2110-01-01T02:00:00%2B02:00",
            "2110-01-01T02:00:00+02:00",
            "2110-01-01t00:00:00.5z",
            "2110-02-30T00:00:00Z",
            "2110-01-01",
            "1970-01-01T00:00:00Z",
            "1969-12-31T23:59:59.999Z",
            "2199-12-31T23:59:59.999Z",
            "2200-01-01T00:00:00Z",
            "2200-01-01T00:00:00.001Z");

    static Parameter of(String name, String valid, String... further) {
        return new Parameter(name, valid, List.of(further));
    }

    /** A parameter that is an instant, with the start of 2110 as its valid value. */
    static Parameter instant(String name) {
        return new Parameter(name, "2110-01-01T00:00:00Z", INSTANTS);
    }

    /** A parameter that is true or false. */
    static Parameter flag(String name) {
        return of(name, "true", "false", "TRUE", "1");
    }

    /** All queries for this parameter: each value, none, two, and the name in another case. */
    List<String> queries() {
        return all(ANY);
    }

    /** Fewer queries, for a parameter that another call tries with all. */
    List<String> someQueries() {
        return all(SOME);
    }

    private List<String> all(List<String> ofAny) {
        List<String> values = new ArrayList<>();
        values.add(valid);
        values.addAll(further);
        values.addAll(ofAny);
        Set<String> queries = new LinkedHashSet<>();
        for (String value : values) {
            queries.add(name + "=" + value);
        }
        queries.add(name);
        queries.add(name + "=" + valid + "&" + name + "=" + valid);
        queries.add(Character.toUpperCase(name.charAt(0)) + name.substring(1) + "=" + valid);
        return List.copyOf(queries);
    }

    /** The same queries after the parameters that a request needs. */
    List<String> queries(String needed) {
        return behind(needed, queries());
    }

    /** Fewer queries after the parameters that a request needs. */
    List<String> someQueries(String needed) {
        return behind(needed, someQueries());
    }

    private static List<String> behind(String needed, List<String> queries) {
        return queries.stream().map(query -> needed + "&" + query).toList();
    }
}
