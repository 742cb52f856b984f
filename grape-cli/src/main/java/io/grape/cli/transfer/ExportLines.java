package io.grape.cli.transfer;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.grape.cli.terminal.UsageException;
import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.util.Optional;
import java.util.zip.CRC32C;

/** The lines of an export. It knows how many were read, and their checksum. */
final class ExportLines implements AutoCloseable {
    private static final int BUFFER = 1 << 16;

    private final String name;
    private final InputStream in;
    private final CRC32C checksum = new CRC32C();
    private long lines;
    private long bytes;
    private boolean isWhole;

    /**
     * Lines of a stream.
     *
     * @param name what people know it by
     */
    ExportLines(String name, InputStream in) {
        this.name = name;
        this.in = new BufferedInputStream(in, BUFFER);
    }

    /** The next line. A last one without its end counts, too. Throws a {@link UsageException} if it is not in UTF-8. */
    Optional<String> next() throws IOException {
        Optional<byte[]> line = nextBytes();
        try {
            return line.isEmpty()
                    ? Optional.empty()
                    : Optional.of(UTF_8.newDecoder()
                            .decode(ByteBuffer.wrap(line.get()))
                            .toString());
        } catch (CharacterCodingException e) {
            throw new UsageException(place() + ": expected UTF-8, got other bytes");
        }
    }

    /** The same, whatever its bytes are. */
    Optional<byte[]> nextBytes() throws IOException {
        ByteArrayOutputStream line = new ByteArrayOutputStream();
        int read = in.read();
        if (read < 0) {
            return Optional.empty();
        }
        while (read >= 0 && read != '\n') {
            line.write(read);
            read = in.read();
        }
        byte[] text = line.toByteArray();
        lines++;
        isWhole = read >= 0;
        bytes += text.length + (isWhole ? 1 : 0);
        checksum.update(text);
        checksum.update('\n');
        return Optional.of(text);
    }

    /** Whether the last line that was read has its end. */
    boolean isWhole() {
        return isWhole;
    }

    /** How many lines were read. */
    long count() {
        return lines;
    }

    /** How many bytes were read. */
    long bytes() {
        return bytes;
    }

    /** Of all lines that were read. */
    long checksum() {
        return checksum.getValue();
    }

    /** Where it is, for a message. */
    String place() {
        return name + ", line " + lines;
    }

    @Override
    public void close() throws IOException {
        in.close();
    }
}
