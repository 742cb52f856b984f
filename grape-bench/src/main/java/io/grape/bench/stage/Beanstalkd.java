package io.grape.bench.stage;

import static java.nio.charset.StandardCharsets.US_ASCII;

import io.grape.harness.HarnessFailure;
import io.grape.process.ChildProcess;
import io.grape.process.FreePorts;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;

/** A beanstalkd with a binlog, synced every 50 ms, as {@code -b} alone has it. */
public final class Beanstalkd implements AutoCloseable {
    private static final int CONNECT_MILLIS = 1000;
    private static final Duration START = Duration.ofSeconds(60);
    private static final Duration STOP = Duration.ofSeconds(10);

    private final ChildProcess child;
    private final InetSocketAddress address;

    private Beanstalkd(ChildProcess child, InetSocketAddress address) {
        this.child = child;
        this.address = address;
    }

    static Beanstalkd start(Path program, Path directory) {
        int port = FreePorts.one();
        InetSocketAddress address = new InetSocketAddress(InetAddress.getLoopbackAddress(), port);
        try {
            Path binlog = Files.createDirectories(directory.resolve("binlog"));
            List<String> command = List.of(
                    program.toString(),
                    "-l",
                    address.getAddress().getHostAddress(),
                    "-p",
                    Integer.toString(port),
                    "-b",
                    binlog.toString());
            ChildProcess child = ChildProcess.start(directory.resolve("beanstalkd.log"), command, unchanged -> {});
            if (!child.awaitReady(() -> answers(address), START)) {
                child.kill();
                throw new HarnessFailure("beanstalkd did not start:\n" + child.output());
            }
            return new Beanstalkd(child, address);
        } catch (IOException e) {
            throw new HarnessFailure("cannot start beanstalkd: " + e.getMessage(), e);
        }
    }

    private static boolean answers(InetSocketAddress address) {
        try (Socket socket = new Socket()) {
            socket.connect(address, CONNECT_MILLIS);
            return true;
        } catch (IOException e) {
            return false;
        }
    }

    public InetSocketAddress address() {
        return address;
    }

    /** The memory of its process. */
    public long residentBytes() {
        try {
            String status =
                    Files.readString(Path.of("/proc", Long.toString(process().pid()), "status"));
            return 1024 * Long.parseLong(status.replaceAll("(?s).*\nVmRSS:\\s+([0-9]+) kB.*", "$1"));
        } catch (IOException e) {
            throw new HarnessFailure("cannot see the memory of a process: " + e.getMessage(), e);
        }
    }

    /** What it says about itself, one {@code name: value} a line. */
    public String stats() {
        try (Socket socket = new Socket()) {
            socket.connect(address, CONNECT_MILLIS);
            socket.getOutputStream().write("stats\r\nquit\r\n".getBytes(US_ASCII));
            return new String(socket.getInputStream().readAllBytes(), US_ASCII);
        } catch (IOException e) {
            throw new HarnessFailure("beanstalkd does not answer: " + e.getMessage(), e);
        }
    }

    public ProcessHandle process() {
        return child.program();
    }

    @Override
    public void close() {
        child.end(STOP);
    }
}
