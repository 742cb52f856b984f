package io.grape.harness;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/** A clock of one process's own, with libfaketime: what is written into a file is added to the time of day. */
public final class FakeClock {
    private final Path library;
    private final Path file;

    private FakeClock(Path library, Path file) {
        this.library = library;
        this.file = file;
    }

    /** Empty where there is no libfaketime. */
    public static Optional<FakeClock> at(Path file) {
        return library().map(found -> new FakeClock(found, file)).map(FakeClock::atRest);
    }

    private static Optional<Path> library() {
        return Stream.of("x86_64-linux-gnu", "aarch64-linux-gnu")
                .map(machine -> Path.of("/usr/lib", machine, "faketime", "libfaketime.so.1"))
                .filter(Files::exists)
                .findFirst();
    }

    private FakeClock atRest() {
        set(0);
        return this;
    }

    /** Steps the clock to that many seconds from the real time. */
    public void set(long seconds) {
        try {
            Path next = file.resolveSibling(file.getFileName() + ".next");
            Files.writeString(next, String.format(Locale.ROOT, "%+d%n", seconds), US_ASCII);
            Files.move(next, file, StandardCopyOption.ATOMIC_MOVE);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** What a process gets that is to have it. */
    public Map<String, String> environment() {
        return Map.of(
                "LD_PRELOAD",
                library.toString(),
                "FAKETIME_TIMESTAMP_FILE",
                file.toString(),
                "FAKETIME_CACHE_DURATION",
                "1",
                // What measures durations stays as it is: only the time of day is wrong.
                "FAKETIME_DONT_FAKE_MONOTONIC",
                "1",
                "DONT_FAKE_MONOTONIC",
                "1",
                // What helps an old C library makes each wait of a thread take seconds with a newer one.
                "FAKETIME_FORCE_MONOTONIC_FIX",
                "0");
    }
}
