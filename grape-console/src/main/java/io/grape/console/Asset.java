package io.grape.console;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Locale;
import java.util.zip.GZIPOutputStream;

/** One file of the console, ready to be sent. */
public final class Asset {
    private final String contentType;
    private final byte[] bytes;
    private final byte[] gzip;
    private final String hash;

    Asset(String name, byte[] bytes) {
        this.contentType = contentType(name);
        this.bytes = bytes.clone();
        this.gzip = compressed(bytes);
        this.hash = Sha256.hex(bytes);
    }

    public String contentType() {
        return contentType;
    }

    /** As it is. */
    public byte[] bytes() {
        return bytes.clone();
    }

    /** Compressed by gzip. */
    public byte[] gzip() {
        return gzip.clone();
    }

    /** The SHA-256 of its bytes, in hex. */
    public String hash() {
        return hash;
    }

    private static String contentType(String name) {
        String ending = name.substring(name.lastIndexOf('.') + 1).toLowerCase(Locale.ROOT);
        return switch (ending) {
            case "html" -> "text/html; charset=utf-8";
            case "js" -> "text/javascript; charset=utf-8";
            case "css" -> "text/css; charset=utf-8";
            case "json" -> "application/json";
            case "svg" -> "image/svg+xml";
            default -> throw new IllegalStateException("no content type is known for " + name);
        };
    }

    private static byte[] compressed(byte[] bytes) {
        ByteArrayOutputStream out = new ByteArrayOutputStream(bytes.length / 2 + 64);
        try (GZIPOutputStream zip = new GZIPOutputStream(out)) {
            zip.write(bytes);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return out.toByteArray();
    }
}
