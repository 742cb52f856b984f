package io.grape.redis;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.math.BigInteger;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** The tables of docs/storage.md. */
record StorageDoc(String text) {
    static StorageDoc read() {
        try {
            return new StorageDoc(Files.readString(Path.of("../docs/storage.md")));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** The type of each key. */
    Map<String, String> keys() {
        Map<String, String> types = new LinkedHashMap<>();
        rows("## Keys").forEach(row -> types.put(unquoted(row.get(0)), row.get(1)));
        return types;
    }

    Set<String> fieldsOf(String key) {
        Set<String> fields = new LinkedHashSet<>();
        rows("## Fields of `" + key + "`").forEach(row -> fields.add(unquoted(row.get(0))));
        return fields;
    }

    /** The rows of the places of a job, without how their members count. */
    List<String> places() {
        return rows("## Places of a job").stream()
                .map(row -> unquoted(String.join(" | ", row.subList(0, 5))))
                .toList();
    }

    Layout header() {
        return layout("### The header");
    }

    Layout run() {
        return layout("### The run");
    }

    private Layout layout(String heading) {
        return new Layout(rows(heading).stream()
                .map(row -> new Part(row.get(0), Integer.parseInt(row.get(1)), row.get(2)))
                .toList());
    }

    /** A part of a packed field: what it holds, how many bytes, and when it is there. */
    record Part(String what, int bytes, String when) {
        boolean isThere(long flags, int left) {
            return when.equals("always")
                    || (when.startsWith("flag ") && (flags & Long.parseLong(when.substring("flag ".length()))) != 0)
                    || (when.equals("once changed") && left > 0);
        }
    }

    /** What was found in a packed field. */
    @SuppressWarnings("ArrayRecordComponent")
    record Packed(Map<String, Long> numbers, byte[] rest) {}

    /** How a packed field is laid out: big-endian numbers without sign, one after the other. */
    record Layout(List<Part> parts) {
        Packed read(byte[] field) {
            Map<String, Long> numbers = new LinkedHashMap<>();
            int at = 0;
            for (Part part : parts) {
                if (part.isThere(numbers.getOrDefault("flags", 0L), field.length - at)) {
                    byte[] bytes = Arrays.copyOfRange(field, at, at + part.bytes());
                    numbers.put(part.what(), new BigInteger(1, bytes).longValueExact());
                    at += part.bytes();
                }
            }
            return new Packed(numbers, Arrays.copyOfRange(field, at, field.length));
        }
    }

    /** The rows of the first table under a heading. */
    private List<List<String>> rows(String heading) {
        List<String> below = text.substring(text.indexOf("\n" + heading + "\n") + 1)
                .lines()
                .dropWhile(line -> !line.startsWith("|"))
                .takeWhile(line -> line.startsWith("|"))
                .toList();
        return below.subList(2, below.size()).stream()
                .map(line -> Arrays.stream(line.substring(1).split("\\|", -1))
                        .map(String::strip)
                        .toList())
                .toList();
    }

    private static String unquoted(String cell) {
        return cell.replace("`", "");
    }
}
