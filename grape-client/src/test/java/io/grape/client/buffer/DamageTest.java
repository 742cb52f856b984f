package io.grape.client.buffer;

import static io.grape.client.buffer.Journals.append;
import static io.grape.client.buffer.Journals.content;
import static io.grape.client.buffer.Journals.copy;
import static io.grape.client.buffer.Journals.open;
import static io.grape.client.buffer.Journals.read;
import static io.grape.client.buffer.Journals.segments;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Bytes that are no record are found, and cost no other record. */
class DamageTest {
    private static final int RECORD = Frame.HEADER + 2;

    @TempDir
    private Path directory;

    @TempDir
    private Path other;

    private Path written() throws IOException {
        try (Journal journal = open(directory)) {
            append(journal, "r0", "r1", "r2", "r3", "r4");
        }
        return segments(directory).get(0);
    }

    @Test
    void aTailThatWasCutAnywhereCostsNoRecordBeforeIt() throws IOException {
        long size = Files.size(written());
        assertThat(size).isEqualTo(5L * RECORD);
        for (long end = size - RECORD; end < size; end++) {
            Path cut = copy(directory, other);
            try (FileChannel file = FileChannel.open(segments(cut).get(0), StandardOpenOption.WRITE)) {
                file.truncate(end);
            }
            try (Journal journal = open(cut)) {
                append(journal, "new");
                assertThat(read(journal)).as("cut at " + end).containsExactly("r0", "r1", "r2", "r3", "new");
                assertThat(journal.jobs()).isEqualTo(5);
                assertThat(journal.damaged()).isEqualTo(1);
            }
        }
    }

    private static void cut(Path file, long size) throws IOException {
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE)) {
            channel.truncate(size);
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 4})
    void fileThatWasCutBetweenRecordsIsReportedOnce(int left) throws IOException {
        cut(written(), (long) left * RECORD);
        try (Journal journal = open(directory)) {
            assertThat(journal.jobs()).isEqualTo(left);
            assertThat(read(journal)).hasSize(left);
            assertThat(journal.damaged()).isEqualTo(1);
        }
        try (Journal journal = open(directory)) {
            assertThat(journal.damaged()).isZero();
            assertThat(read(journal)).hasSize(left);
        }
    }

    @Test
    void cutOfAnEarlierFileIsReported() throws IOException {
        written();
        try (Journal journal = open(directory)) {
            append(journal, "r5", "r6");
        }
        cut(segments(directory).get(0), 2L * RECORD);
        try (Journal journal = open(directory)) {
            assertThat(journal.damaged()).isEqualTo(1);
            assertThat(read(journal)).containsExactly("r0", "r1", "r5", "r6");
        }
    }

    @Test
    void cutBelowWhatIsSettledIsReportedIfJobsBehindItAreMissing() throws IOException {
        written();
        try (Journal journal = open(directory)) {
            settle(journal, 3);
        }
        cut(segments(directory).get(0), 2L * RECORD);
        try (Journal journal = open(directory)) {
            assertThat(journal.damaged()).isEqualTo(1);
            assertThat(read(journal)).isEmpty();
        }
    }

    /** Settles the first records, and notes that. */
    private static void settle(Journal journal, int count) throws IOException {
        for (int i = 0; i < count; i++) {
            journal.settled(Objects.requireNonNull(journal.next()));
        }
        journal.settledBefore(journal.next());
    }

    @Test
    void fileThatIsCutWhileItIsInUseIsReported() throws IOException {
        Path file = written();
        try (Journal journal = open(directory)) {
            assertThat(journal.damaged()).isZero();
            cut(file, 2L * RECORD);
            assertThat(read(journal)).containsExactly("r0", "r1");
            assertThat(journal.damaged()).isEqualTo(1);
        }
    }

    @Test
    void damagedLengthIsNotTakenForACut() throws IOException {
        written();
        byte[] ends = Files.readAllBytes(directory.resolve("ends"));
        for (int i = 0; i < 24; i++) {
            byte[] flipped = ends.clone();
            flipped[24 + i] ^= 1;
            Files.write(directory.resolve("ends"), flipped);
            Path copied = copy(directory, other);
            try (Journal journal = open(copied)) {
                assertThat(journal.damaged()).isZero();
                assertThat(read(journal)).hasSize(5);
            }
        }
        Files.delete(directory.resolve("ends"));
        assertThat(content(directory)).hasSize(5);
    }

    @Test
    void aBitThatFlippedAnywhereCostsItsRecordAlone() throws IOException {
        byte[] bytes = Files.readAllBytes(written());
        for (int record = 0; record < 5; record += 2) {
            String[] rest = allBut(record);
            for (int bit = 0; bit < RECORD * Byte.SIZE; bit++) {
                byte[] flipped = bytes.clone();
                flipped[record * RECORD + bit / Byte.SIZE] ^= (byte) (1 << bit % Byte.SIZE);
                Path damaged = copy(directory, other);
                Files.write(segments(damaged).get(0), flipped);
                try (Journal journal = open(damaged)) {
                    assertThat(journal.jobs()).isEqualTo(4);
                    assertThat(read(journal))
                            .as("record " + record + " bit " + bit)
                            .containsExactly(rest);
                    assertThat(journal.damaged()).isEqualTo(1);
                }
            }
        }
    }

    private static String[] allBut(int without) {
        return Arrays.stream(new String[] {"r0", "r1", "r2", "r3", "r4"})
                .filter(one -> !one.equals("r" + without))
                .toArray(String[]::new);
    }

    @Test
    void damageIsFoundWhileTheFileIsInUse() throws IOException {
        try (Journal journal = open(directory)) {
            append(journal, "r0", "r1", "r2");
            Path file = segments(directory).get(0);
            byte[] bytes = Files.readAllBytes(file);
            bytes[RECORD + Frame.HEADER] ^= 1;
            Files.write(file, bytes, StandardOpenOption.WRITE);
            assertThat(read(journal)).containsExactly("r0", "r2");
            assertThat(journal.damaged()).isEqualTo(1);
            journal.settledBefore(null);
            assertThat(journal.jobs()).isZero();
        }
    }

    @Test
    void whatLooksLikeARecordInAPayloadIsNone() throws IOException {
        try (Journal journal = open(directory)) {
            append(journal, "r0");
            byte[] record = Files.readAllBytes(segments(directory).get(0));
            assertThat(record).hasSize(RECORD);
            journal.append(record).join();
            append(journal, "r2");
        }
        Path file = segments(directory).get(0);
        byte[] bytes = Files.readAllBytes(file);
        bytes[RECORD] ^= 1;
        Files.write(file, bytes);
        assertThat(content(directory)).containsExactly("r0", "r2");
    }

    @Test
    void zerosBehindTheRecordsAreNone() throws IOException {
        Files.write(written(), new byte[4096], StandardOpenOption.APPEND);
        assertThat(content(directory)).containsExactly("r0", "r1", "r2", "r3", "r4");
    }

    @Test
    void aPositionThatWasCutOffIsTheOneBefore() throws IOException {
        for (int slot = 0; slot < 2; slot++) {
            for (int at = 0; at < 32; at++) {
                Path file = Files.createDirectories(directory.resolve(slot + "-" + at));
                try (PositionFile position = new PositionFile(file)) {
                    for (long segment = 1; segment <= 2L + slot; segment++) {
                        position.write(new Position(segment, 7 * segment));
                    }
                }
                Path written = file.resolve("position");
                byte[] bytes = Files.readAllBytes(written);
                bytes[(slot == 0 ? 0 : 32) + at] ^= 1;
                Files.write(written, bytes);
                try (PositionFile position = new PositionFile(file)) {
                    assertThat(position.position()).isEqualTo(new Position(1L + slot, 7 * (1L + slot)));
                    position.write(new Position(9, 9));
                }
                try (PositionFile position = new PositionFile(file)) {
                    assertThat(position.position()).isEqualTo(new Position(9, 9));
                }
            }
        }
    }

    @Test
    void aFileThatHoldsNothingOfOursIsSkipped() throws IOException {
        Files.write(written(), "no record at all, and long enough for one".getBytes(UTF_8));
        assertThat(content(directory)).isEmpty();
    }
}
