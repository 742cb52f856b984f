package io.grape.client.buffer;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * One file of a journal. It has no header: its name holds its number, the salt of its records and the version of the
 * format, so no damaged byte makes all of it unreadable.
 */
final class Segment {
    private static final SecureRandom RANDOM = new SecureRandom();
    private static final Pattern NAME = Pattern.compile("([0-9a-f]{16})-([0-9a-f]{16})\\.jobs(\\d+)");
    private static final String VERSION = "1";
    private static final int HEX = 16;

    private final long number;
    private final long salt;
    private final Path file;

    private Segment(long number, long salt, Path file) {
        this.number = number;
        this.salt = salt;
        this.file = file;
    }

    /** A new one, without its file. */
    static Segment of(Path directory, long number) {
        long salt = RANDOM.nextLong();
        return new Segment(
                number,
                salt,
                directory.resolve(String.format(Locale.ROOT, "%016x-%016x.jobs%s", number, salt, VERSION)));
    }

    /** Those of a directory, in their order. */
    static List<Segment> in(Path directory) throws IOException {
        List<Segment> all = new ArrayList<>();
        try (Stream<Path> files = Files.list(directory)) {
            for (Path file : (Iterable<Path>) files::iterator) {
                Matcher name = NAME.matcher(file.getFileName().toString());
                if (name.matches()) {
                    all.add(of(file, name));
                }
            }
        }
        all.sort(Comparator.comparingLong(Segment::number));
        return all;
    }

    private static Segment of(Path file, Matcher name) throws IOException {
        if (!name.group(3).equals(VERSION)) {
            throw new IOException(file + " was written by a later release, which has another format");
        }
        return new Segment(
                Long.parseUnsignedLong(name.group(1), HEX), Long.parseUnsignedLong(name.group(2), HEX), file);
    }

    long number() {
        return number;
    }

    long salt() {
        return salt;
    }

    Path file() {
        return file;
    }

    @Override
    public String toString() {
        return file.getFileName().toString();
    }
}
