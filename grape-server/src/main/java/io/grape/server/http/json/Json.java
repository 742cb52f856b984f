package io.grape.server.http.json;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import io.netty.util.concurrent.FastThreadLocal;
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
    private static final FastThreadLocal<@Nullable Writer> KEPT = new FastThreadLocal<>();
    /** A job with a short payload fits. */
    private static final int USUAL_BYTES = 512;

    private static final Buffer NONE = Buffer.buffer(0);

    /** Writes one JSON value. */
    public interface Content {
        void write(JsonGenerator json) throws IOException;
    }

    private Json() {}

    public static Buffer write(Content content) {
        Writer kept = KEPT.get();
        Writer writer = kept == null ? new Writer() : kept;
        // Who writes a text within another gets one of its own.
        KEPT.set(null);
        Buffer written = writer.write(content);
        KEPT.set(writer);
        return written;
    }

    /** A generator that is used again and again on one thread: to make one takes longer than to write a job. */
    private static final class Writer extends OutputStream {
        private final JsonGenerator json;
        private Buffer buffer = NONE;

        private Writer() {
            try {
                json = FACTORY.createGenerator(this).setRootValueSeparator(null);
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }

        private Buffer write(Content content) {
            buffer = Buffer.buffer(USUAL_BYTES);
            try {
                content.write(json);
                json.flush();
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
            Buffer written = buffer;
            buffer = NONE;
            return written;
        }

        @Override
        public void write(int value) {
            buffer.appendByte((byte) value);
        }

        @Override
        public void write(byte[] bytes, int offset, int length) {
            buffer.appendBytes(bytes, offset, length);
        }
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

    /** Writes a value that is JSON already, as it is. */
    public static void writeRaw(JsonGenerator json, byte[] value) throws IOException {
        // Only the generator knows what must stand before a value; the value itself goes past it.
        json.writeRawValue("");
        json.flush();
        ((OutputStream) json.getOutputTarget()).write(value);
    }
}
