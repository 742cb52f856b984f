package io.grape.redis;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.grape.redis.script.Script;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;

/**
 * A fault to plant into a script.
 *
 * @param name what is wrong with it
 * @param script the file it is in: that of a verb, or prelude, which stands before all of them
 * @param find what to replace
 * @param replacement the fault
 */
public record Mutant(String name, String script, String find, String replacement) {
    private static final String PRELUDE = "prelude";

    /** Those of {@code mutants.txt}, whose head says how they are written. */
    public static List<Mutant> all() {
        return read("/mutants.txt");
    }

    /** The same of what keys do, in {@code mutants-of-keys.txt}. */
    static List<Mutant> ofKeys() {
        return read("/mutants-of-keys.txt");
    }

    /** The same of what gates do, in {@code mutants-of-gates.txt}. */
    static List<Mutant> ofGates() {
        return read("/mutants-of-gates.txt");
    }

    private static List<Mutant> read(String file) {
        try (InputStream in = Mutant.class.getResourceAsStream(file)) {
            if (in == null) {
                throw new IllegalStateException("no " + file + " on the class path");
            }
            String text = new String(in.readAllBytes(), UTF_8);
            return Stream.of(text.split("\n\n+"))
                    .filter(block -> !block.startsWith("#"))
                    .map(Mutant::parse)
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static Mutant parse(String block) {
        List<String> lines = Arrays.asList(block.split("\n"));
        return new Mutant(marked(lines, "= "), marked(lines, "@ "), marked(lines, "- "), marked(lines, "+ "));
    }

    private static String marked(List<String> lines, String mark) {
        List<String> marked = lines.stream()
                .filter(line -> line.startsWith(mark))
                .map(line -> line.substring(mark.length()))
                .toList();
        if (marked.isEmpty()) {
            throw new IllegalStateException("expected a line '" + mark + "…' in\n" + lines);
        }
        return String.join("\n", marked);
    }

    /** How often the text to replace is in the script: exactly once, or there is no telling what the fault is. */
    public int places() {
        String text = script.equals(PRELUDE)
                ? Script.ofTube("finish").prelude()
                : Script.ofTube(script).body();
        return (text.length() - text.replace(find, "").length()) / find.length();
    }

    Script plant(Script original) {
        String prelude = original.prelude();
        String body = original.body();
        if (script.equals(PRELUDE)) {
            prelude = prelude.replace(find, replacement);
        } else if (script.equals(original.name())) {
            body = body.replace(find, replacement);
        }
        return new Script(original.name(), original.flags(), prelude, body);
    }

    @Override
    public String toString() {
        return name;
    }
}
