package io.grape.redis;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.TimeUnit;

/**
 * A real Redis 7.0.15 as a child process on a loopback port: for the first hour and for tests, not for production, as it
 * lacks later security fixes.
 */
public final class EmbeddedRedis implements AutoCloseable {
    private static final String VERSION = "7.0.15";
    private static final int START_SECONDS = 60;

    private final Process process;
    private final int port;

    private EmbeddedRedis(Process process, int port) {
        this.process = process;
        this.port = port;
    }

    /** Starts a Redis that keeps everything in an append-only file in {@code directory}, synced each second. */
    public static EmbeddedRedis durable(Path directory) {
        return start(
                directory,
                freePort(),
                "--appendonly",
                "yes",
                "--appendfsync",
                "everysec",
                "--save",
                "",
                "--maxmemory-policy",
                "noeviction",
                "--hash-max-listpack-value",
                "512",
                "--loglevel",
                "warning");
    }

    /** Starts a Redis in {@code directory} on {@code port} with further settings, and waits until it answers. */
    public static EmbeddedRedis start(Path directory, int port, String... settings) {
        try {
            Files.createDirectories(directory);
            List<String> command = new ArrayList<>(List.of(
                    binary().toString(),
                    "--port",
                    Integer.toString(port),
                    "--bind",
                    "127.0.0.1",
                    "--dir",
                    directory.toAbsolutePath().toString()));
            command.addAll(Arrays.asList(settings));
            Process process = new ProcessBuilder(command)
                    .redirectErrorStream(true)
                    .redirectOutput(ProcessBuilder.Redirect.appendTo(
                            directory.resolve("redis.log").toFile()))
                    .start();
            EmbeddedRedis redis = new EmbeddedRedis(process, port);
            redis.awaitAnswer(directory);
            return redis;
        } catch (IOException e) {
            throw new UncheckedIOException("cannot start the embedded Redis", e);
        }
    }

    public static int freePort() {
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return socket.getLocalPort();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    public int port() {
        return port;
    }

    public String uri() {
        return "redis://127.0.0.1:" + port;
    }

    public Process process() {
        return process;
    }

    private void awaitAnswer(Path directory) throws IOException {
        long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(START_SECONDS);
        while (!answers()) {
            if (!process.isAlive() || System.nanoTime() > deadline) {
                process.destroyForcibly();
                throw new IOException("Redis did not start, see " + directory.resolve("redis.log"));
            }
            pause();
        }
    }

    private static void pause() throws IOException {
        try {
            Thread.sleep(10);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException("interrupted while Redis was starting", e);
        }
    }

    /** True once it has loaded its data: before, it answers LOADING. */
    private boolean answers() {
        try (Socket socket = new Socket()) {
            socket.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), 1000);
            socket.setSoTimeout(1000);
            socket.getOutputStream().write("PING\r\n".getBytes(US_ASCII));
            return socket.getInputStream().read() == '+';
        } catch (IOException e) {
            return false;
        }
    }

    private static Path binary() throws IOException {
        String os = System.getProperty("os.name").toLowerCase(Locale.ROOT).contains("mac") ? "darwin" : "linux";
        String arch = System.getProperty("os.arch").matches("aarch64|arm64") ? "arm64" : "amd64";
        String resource = "/redis-server-" + VERSION + "-" + os + "-" + arch;
        try (InputStream in = EmbeddedRedis.class.getResourceAsStream(resource)) {
            if (in == null) {
                throw new IOException("there is no embedded Redis for " + os + " on " + arch + ": start with --redis");
            }
            Path file = Files.createTempFile(
                    "grape-redis-",
                    "",
                    PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
            file.toFile().deleteOnExit();
            Files.write(file, in.readAllBytes());
            return file;
        }
    }

    /** Asks Redis to stop, which writes what it has to its file, and waits up to ten seconds. */
    @Override
    public void close() {
        process.destroy();
        try {
            if (!process.waitFor(10, TimeUnit.SECONDS)) {
                process.destroyForcibly().waitFor();
            }
        } catch (InterruptedException e) {
            process.destroyForcibly();
            Thread.currentThread().interrupt();
        }
    }
}
