package io.grape.client;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import io.grape.client.JobWriter.Encoded;
import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.RandomAccessFile;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.function.LongConsumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Keeps the jobs that were dropped, a line of JSON each; {@code jobs} is the body of a produce. Once the file is long, it
 * takes the place of the one before.
 */
final class DroppedFile {
    private static final Logger LOG = LoggerFactory.getLogger(DroppedFile.class);
    private static final JsonFactory FACTORY = new JsonFactory();

    private final Path file;
    private final Path old;
    private final long maxBytes;
    private final LongConsumer forgotten;
    private boolean synced = true;

    /** @param forgotten is told how many jobs are not kept any longer */
    DroppedFile(Path directory, long maxBytes, LongConsumer forgotten) {
        this.file = directory.resolve("dropped.jsonl");
        this.old = directory.resolve("dropped.old.jsonl");
        this.maxBytes = maxBytes;
        this.forgotten = forgotten;
    }

    private interface Fields {
        void write(JsonGenerator json) throws IOException;
    }

    void add(DroppedJob dropped) throws IOException {
        Encoded encoded = Encoded.of(dropped.job(), dropped.tube().codec(), Map.of());
        GrapeException failure = dropped.failure();
        add(json -> {
            json.writeStringField("writtenAt", dropped.writtenAt().toString());
            json.writeStringField(
                    "why", failure == null ? "EXPIRED" : failure.code().name());
            json.writeStringField("detail", failure == null ? "" : failure.detail());
            json.writeStringField("tube", dropped.tube().name());
            json.writeFieldName("jobs");
            json.writeRawValue(new String(JobWriter.jobs(List.of(encoded)), UTF_8));
        });
    }

    /** A record that cannot be read as a job. */
    void add(byte[] record, Exception why) throws IOException {
        add(json -> {
            json.writeStringField("why", "UNREADABLE");
            json.writeStringField("detail", why.toString());
            json.writeBinaryField("record", record);
        });
    }

    private void add(Fields fields) throws IOException {
        StringWriter line = new StringWriter();
        try (JsonGenerator json = FACTORY.createGenerator(line)) {
            json.writeStartObject();
            json.writeStringField("droppedAt", Instant.now().toString());
            fields.write(json);
            json.writeEndObject();
        }
        makeRoom();
        append(line.append('\n').toString());
    }

    private void append(String line) throws IOException {
        try (RandomAccessFile out = new RandomAccessFile(file.toFile(), "rw")) {
            synced = false;
            long end = out.length();
            String begin = isInLine(out, end) ? "\n" : "";
            out.seek(end);
            try {
                out.write((begin + line).getBytes(UTF_8));
            } catch (IOException e) {
                cut(out, end, e);
                throw e;
            }
        }
    }

    /** A process that was killed may have left half a line: the next one is not to be part of it. */
    private static boolean isInLine(RandomAccessFile out, long end) throws IOException {
        if (end == 0) {
            return false;
        }
        out.seek(end - 1);
        return out.read() != '\n';
    }

    private static void cut(RandomAccessFile out, long end, IOException failure) {
        try {
            out.setLength(end);
        } catch (IOException e) {
            failure.addSuppressed(e);
        }
    }

    private void makeRoom() throws IOException {
        if (!Files.exists(file) || Files.size(file) < maxBytes) {
            return;
        }
        sync();
        long jobs = Files.exists(old) ? lines(old) : 0;
        Files.move(file, old, StandardCopyOption.REPLACE_EXISTING);
        if (jobs > 0) {
            LOG.warn("buffer: dropped jobs are kept no longer jobs={} file={}", jobs, old);
            forgotten.accept(jobs);
        }
    }

    private static long lines(Path of) throws IOException {
        long lines = 0;
        try (InputStream in = new BufferedInputStream(Files.newInputStream(of))) {
            for (int next = in.read(); next >= 0; next = in.read()) {
                lines += next == '\n' ? 1 : 0;
            }
        }
        return lines;
    }

    /** Whether what was added is on disk. */
    boolean isSynced() {
        return synced;
    }

    void sync() throws IOException {
        if (!synced) {
            try (RandomAccessFile out = new RandomAccessFile(file.toFile(), "rw")) {
                out.getFD().sync();
            }
            synced = true;
        }
    }
}
