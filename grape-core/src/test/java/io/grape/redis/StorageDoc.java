package io.grape.redis;

import java.io.IOException;
import java.io.UncheckedIOException;
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

    /** A part of the header: where it begins, and how long it is, 0 = to the end. */
    record Part(int from, int bytes) {}

    /** The part of the header of which the page says first that it holds this. */
    Part partOfHeader(String what) {
        return rows("### The header").stream()
                .filter(row -> row.get(2).startsWith(what))
                .map(row -> new Part(
                        Integer.parseInt(row.get(0)), row.get(1).equals("the rest") ? 0 : Integer.parseInt(row.get(1))))
                .findFirst()
                .orElseThrow();
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
