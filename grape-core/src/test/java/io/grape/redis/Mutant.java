package io.grape.redis;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.grape.core.Seed;
import io.grape.redis.script.Script;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
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
    /** One of so many is planted, which ones is up to the seed: {@code ./grape test long} plants all. */
    private static final int SHARE = Integer.getInteger("grape.faults", 1);

    /** Those to plant of {@code mutants.txt}, whose head says how they are written, and of {@code mutants-of-kept.txt}. */
    public static List<Mutant> ofJobs() {
        return share(Stream.concat(read("/mutants.txt").stream(), read("/mutants-of-kept.txt").stream())
                .toList());
    }

    /** The same of what keys do, in {@code mutants-of-keys.txt}. */
    static List<Mutant> ofKeys() {
        return share(read("/mutants-of-keys.txt"));
    }

    /** The same of what gates do, in {@code mutants-of-gates.txt}. */
    static List<Mutant> ofGates() {
        return share(read("/mutants-of-gates.txt"));
    }

    /** The same of what schedules do, in {@code mutants-of-schedules.txt}. */
    static List<Mutant> ofSchedules() {
        return share(read("/mutants-of-schedules.txt"));
    }

    /** Those of all files, whether they are planted or not. */
    static List<Mutant> all() {
        return Stream.of(
                        "/mutants.txt",
                        "/mutants-of-kept.txt",
                        "/mutants-of-keys.txt",
                        "/mutants-of-gates.txt",
                        "/mutants-of-schedules.txt")
                .flatMap(file -> read(file).stream())
                .toList();
    }

    private static List<Mutant> share(List<Mutant> all) {
        int first = Math.floorMod(Seed.value(), SHARE);
        return IntStream.range(0, all.size())
                .filter(at -> at % SHARE == first)
                .mapToObj(all::get)
                .toList();
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
