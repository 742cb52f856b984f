package io.grape.chaos.fault;

import io.grape.chaos.history.CallOutcome;
import io.grape.chaos.history.Entry;
import io.grape.chaos.stage.Standalone;
import io.grape.harness.Sleep;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.Optional;

/** The disk of Redis's append-only file is full, and has space again. */
record DiskFull(FaultContext<Standalone> scene) implements Fault {
    private static final int PIECE = 65_536;
    private static final long POLL_MILLIS = 20;

    @Override
    public Optional<String> missing() {
        return scene.stage().disk().isPresent()
                ? Optional.empty()
                : Optional.of("Redis has no disk of its own, which takes root and mount");
    }

    @Override
    public void run() {
        Path ballast = scene.stage().disk().orElseThrow().resolve("ballast");
        try {
            long end = System.nanoTime() + scene.millis(2000, 4000) * 1_000_000;
            // What is rewritten meanwhile may give space back.
            while (System.nanoTime() - end < 0) {
                fill(ballast);
                Sleep.millis(POLL_MILLIS);
            }
        } finally {
            remove(ballast);
        }
    }

    private static void fill(Path ballast) {
        for (int piece = PIECE; piece > 0; piece /= 2) {
            fill(ballast, new byte[piece]);
        }
    }

    private static void fill(Path ballast, byte[] piece) {
        try (OutputStream out = Files.newOutputStream(ballast, StandardOpenOption.CREATE, StandardOpenOption.APPEND)) {
            while (true) {
                out.write(piece);
            }
        } catch (IOException full) {
            // As it shall be.
            return;
        }
    }

    private static void remove(Path ballast) {
        try {
            Files.deleteIfExists(ballast);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public Optional<String> objection(List<Entry> meanwhile) {
        return CallCounts.produces(meanwhile, CallOutcome.DONE)
                        < meanwhile.stream()
                                .filter(entry -> entry instanceof Entry.Produced)
                                .count()
                ? Optional.empty()
                : Optional.of("every produce was done, expected that a full disk is noticed");
    }
}
