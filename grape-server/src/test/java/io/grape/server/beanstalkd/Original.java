package io.grape.server.beanstalkd;

import io.grape.harness.Directories;
import io.grape.harness.HarnessFailure;
import io.grape.harness.Programs;
import io.grape.process.ChildProcess;
import io.grape.process.FreePorts;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

/** A beanstalkd of this machine, without a binlog. */
final class Original implements AutoCloseable {
    private static final Duration START = Duration.ofSeconds(60);
    private static final Duration STOP = Duration.ofSeconds(10);

    private final ChildProcess child;
    private final int port;

    private Original(ChildProcess child, int port) {
        this.child = child;
        this.port = port;
    }

    /** Where it is, if this machine has it. */
    static Optional<Path> program() {
        return Programs.find("beanstalkd");
    }

    static Original start(Path program) {
        int port = FreePorts.one();
        Path log = Directories.in(Directories.ofBuild(), "original-" + UUID.randomUUID())
                .resolve("log");
        List<String> command =
                List.of(program.toString(), "-l", "127.0.0.1", "-p", Integer.toString(port), "-z", "65535");
        try {
            ChildProcess child = ChildProcess.start(log, command, unchanged -> {});
            if (!child.awaitReady(() -> answers(port), START)) {
                child.kill();
                throw new HarnessFailure("beanstalkd did not start:\n" + child.output());
            }
            return new Original(child, port);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static boolean answers(int port) {
        try {
            new Socket(InetAddress.getLoopbackAddress(), port).close();
            return true;
        } catch (IOException e) {
            return false;
        }
    }

    int port() {
        return port;
    }

    @Override
    public void close() {
        child.end(STOP);
    }
}
