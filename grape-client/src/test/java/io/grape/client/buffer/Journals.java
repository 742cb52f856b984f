package io.grape.client.buffer;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** Steps that the tests of the journal have in common. */
final class Journals {
    static final long MAX_BYTES = 1 << 20;

    private Journals() {}

    static Journal open(Path directory) throws IOException {
        return open(directory, WhenFull.THROW);
    }

    static Journal open(Path directory, WhenFull whenFull) throws IOException {
        return Journal.open(
                directory, new JournalOptions(MAX_BYTES, whenFull, Durability.DISK), task -> new Thread(task).start());
    }

    static void append(Journal journal, String... records) {
        for (String record : records) {
            journal.append(record.getBytes(UTF_8)).join();
        }
    }

    /** What is not settled, from where it was read last. */
    static List<String> read(Journal journal) throws IOException {
        List<String> read = new ArrayList<>();
        for (Entry entry = journal.next(); entry != null; entry = journal.next()) {
            read.add(new String(entry.payload(), UTF_8));
        }
        return read;
    }

    /** All that a directory holds, of a journal that nobody has. */
    static List<String> content(Path directory) throws IOException {
        try (Journal journal = open(directory)) {
            List<String> read = read(journal);
            if (read.size() != journal.jobs()) {
                throw new AssertionError("expected " + read.size() + " jobs, counted " + journal.jobs());
            }
            return read;
        }
    }

    static List<Path> segments(Path directory) throws IOException {
        try (Stream<Path> files = Files.list(directory)) {
            return files.filter(file -> file.toString().endsWith(".jobs1"))
                    .sorted()
                    .toList();
        }
    }

    /** The same files in another directory. */
    static Path copy(Path from, Path to) throws IOException {
        Files.createDirectories(to);
        try (Stream<Path> old = Files.list(to)) {
            for (Path file : old.toList()) {
                Files.delete(file);
            }
        }
        try (Stream<Path> files = Files.list(from)) {
            for (Path file : files.toList()) {
                Files.copy(file, to.resolve(file.getFileName()));
            }
        }
        return to;
    }
}
