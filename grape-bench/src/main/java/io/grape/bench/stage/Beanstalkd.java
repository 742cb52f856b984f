package io.grape.bench.stage;

import static java.nio.charset.StandardCharsets.US_ASCII;

import io.grape.harness.HarnessFailure;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;

/** A beanstalkd with a binlog, synced every 50 ms, as {@code -b} alone has it. */
public final class Beanstalkd implements AutoCloseable {
    private static final Duration STOP = Duration.ofSeconds(10);

    private final ListeningProcess server;

    private Beanstalkd(ListeningProcess server) {
        this.server = server;
    }

    static Beanstalkd start(Path program, Path directory) {
        Path binlog = directory.resolve("binlog");
        try {
            Files.createDirectories(binlog);
        } catch (IOException e) {
            throw new HarnessFailure("cannot make a directory for a binlog: " + e.getMessage(), e);
        }
        return new Beanstalkd(ListeningProcess.start(
                "beanstalkd",
                directory.resolve("beanstalkd.log"),
                address -> List.of(
                        program.toString(),
                        "-l",
                        address.getAddress().getHostAddress(),
                        "-p",
                        Integer.toString(address.getPort()),
                        "-b",
                        binlog.toString())));
    }

    public InetSocketAddress address() {
        return server.address();
    }

    /** The memory of its process. */
    public long residentBytes() {
        return ProcessTree.residentBytes(process());
    }

    /** What it says about itself, one {@code name: value} a line. */
    public String stats() {
        try (Socket socket = server.connect()) {
            socket.getOutputStream().write("stats\r\nquit\r\n".getBytes(US_ASCII));
            return new String(socket.getInputStream().readAllBytes(), US_ASCII);
        } catch (IOException e) {
            throw new HarnessFailure("beanstalkd does not answer: " + e.getMessage(), e);
        }
    }

    public ProcessHandle process() {
        return server.child().program();
    }

    @Override
    public void close() {
        server.child().end(STOP);
    }
}
