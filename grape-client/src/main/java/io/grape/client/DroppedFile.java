package io.grape.client;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import io.grape.client.JobWriter.Encoded;
import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/**
 * Keeps the jobs that were dropped, a line of JSON each; {@code jobs} is the body of a produce. Once the file is long, it
 * takes the place of the one before.
 */
final class DroppedFile implements Consumer<DroppedJob> {
    private static final JsonFactory FACTORY = new JsonFactory();

    private final Path file;
    private final long maxBytes;

    DroppedFile(Path directory, long maxBytes) {
        this.file = directory.resolve("dropped.jsonl");
        this.maxBytes = maxBytes;
    }

    @Override
    public void accept(DroppedJob dropped) {
        try {
            if (Files.exists(file) && Files.size(file) >= maxBytes) {
                Files.move(file, file.resolveSibling("dropped.old.jsonl"), StandardCopyOption.REPLACE_EXISTING);
            }
            Files.writeString(file, line(dropped) + "\n", StandardOpenOption.CREATE, StandardOpenOption.APPEND);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static String line(DroppedJob dropped) throws IOException {
        Encoded encoded = Encoded.of(dropped.job(), dropped.tube().codec(), Map.of());
        GrapeException failure = dropped.failure();
        StringWriter line = new StringWriter();
        try (JsonGenerator json = FACTORY.createGenerator(line)) {
            json.writeStartObject();
            json.writeStringField("droppedAt", Instant.now().toString());
            json.writeStringField("writtenAt", dropped.writtenAt().toString());
            json.writeStringField(
                    "why", failure == null ? "EXPIRED" : failure.code().name());
            json.writeStringField("detail", failure == null ? "" : failure.detail());
            json.writeStringField("tube", dropped.tube().name());
            json.writeFieldName("jobs");
            json.writeRawValue(new String(JobWriter.jobs(List.of(encoded)), UTF_8));
            json.writeEndObject();
        }
        return line.toString();
    }
}
