package io.grape.cli.terminal;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.BufferedOutputStream;
import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The buffered output of this process. It knows why it could not be written. */
final class StandardOutput extends PrintStream {
    private static final int BUFFER = 1 << 16;
    private static final String NOBODY_READS = "Broken pipe";

    private final Noted sink;

    StandardOutput(OutputStream sink) {
        this(new Noted(sink));
    }

    private StandardOutput(Noted sink) {
        super(new BufferedOutputStream(sink, BUFFER), false, UTF_8);
        this.sink = sink;
    }

    /** Why not all could be written; empty: all was, or nobody reads it any more. */
    Optional<String> failure() {
        flush();
        return Optional.ofNullable(sink.failure)
                .map(failure -> String.valueOf(failure.getMessage()))
                .filter(why -> !why.equals(NOBODY_READS));
    }

    private static final class Noted extends FilterOutputStream {
        private @Nullable IOException failure;

        Noted(OutputStream sink) {
            super(sink);
        }

        @Override
        public void write(byte[] bytes, int from, int length) throws IOException {
            try {
                out.write(bytes, from, length);
            } catch (IOException e) {
                failure = e;
                throw e;
            }
        }
    }
}
