package io.grape.server.http.json;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.Collection;
import java.util.Objects;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Writes JSON. */
public final class Json {
    private static final JsonFactory FACTORY = new JsonFactory();

    /** Writes one JSON value. */
    public interface Content {
        void write(JsonGenerator json) throws IOException;
    }

    private Json() {}

    public static Buffer write(Content content) {
        Buffer buffer = Buffer.buffer(512);
        try (JsonGenerator json = FACTORY.createGenerator(into(buffer))) {
            content.write(json);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return buffer;
    }

    /** What things are as JSON, in their order. */
    public static <T> JsonArray array(Collection<T> all, Function<T, ?> json) {
        return new JsonArray(all.stream().map(json).collect(Collectors.toList()));
    }

    /** An object without the fields that are null. */
    public static JsonObject known(JsonObject json) {
        json.getMap().values().removeIf(Objects::isNull);
        return json;
    }

    /** Milliseconds; null stays null. */
    public static @Nullable Long millis(@Nullable Duration duration) {
        return duration == null ? null : duration.toMillis();
    }

    private static OutputStream into(Buffer buffer) {
        return new OutputStream() {
            @Override
            public void write(int value) {
                buffer.appendByte((byte) value);
            }

            @Override
            public void write(byte[] bytes, int offset, int length) {
                buffer.appendBytes(bytes, offset, length);
            }
        };
    }

    /** Writes a value that is JSON already, as it is. */
    public static void writeRaw(JsonGenerator json, byte[] value) throws IOException {
        // Only the generator knows what must stand before a value; the value itself goes past it.
        json.writeRawValue("");
        json.flush();
        ((OutputStream) json.getOutputTarget()).write(value);
    }
}
