package io.grape.bench.stage;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.grape.harness.HarnessFailure;
import io.grape.harness.Programs;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** A PostgreSQL with the settings of a fresh cluster: each commit is on the disk. */
final class Postgres {
    private static final Path DEBIAN = Path.of("/usr/lib/postgresql");
    private static final String USER = "postgres";

    private Postgres() {}

    /** The directory of its programs, of the newest version. */
    static Optional<Path> programs() {
        if (!Files.isDirectory(DEBIAN)) {
            return Programs.find("initdb").map(Path::getParent);
        }
        try (Stream<Path> versions = Files.list(DEBIAN)) {
            return versions.map(version -> version.resolve("bin"))
                    .filter(bin -> Files.isExecutable(bin.resolve("initdb")))
                    .max(Comparator.naturalOrder());
        } catch (IOException e) {
            return Optional.empty();
        }
    }

    /** Starts one; the directory must not exist, and belongs to another user if this one is root. */
    static QueueServer start(Path programs, Path directory, Path log) {
        String data = directory.toString();
        prepare(directory);
        run(asUser(programs.resolve("initdb").toString(), "-D", data, "-U", USER, "-A", "trust", "--no-sync"));
        ListeningProcess server = ListeningProcess.start("PostgreSQL", log, address -> {
            String port = Integer.toString(address.getPort());
            return asUser(
                    programs.resolve("postgres").toString(), "-D", data, "-h", "127.0.0.1", "-p", port, "-k", data);
        });
        InetSocketAddress address = server.address();
        ProcessTree tree = new ProcessTree(server.child().program());
        return QueueServer.of(
                "jdbc:postgresql://127.0.0.1:" + address.getPort() + "/postgres?user=" + USER,
                server.child().program(),
                () -> size(programs, address.getPort()),
                () -> {
                    tree.kill();
                    server.child().kill();
                });
    }

    private static void prepare(Path directory) {
        try {
            Files.createDirectories(directory);
        } catch (IOException e) {
            throw new HarnessFailure("cannot make a directory for PostgreSQL: " + e.getMessage(), e);
        }
        if (isRoot()) {
            run(List.of("chown", USER, directory.toString()));
        }
    }

    /** PostgreSQL does not run as root. */
    private static List<String> asUser(String... command) {
        List<String> all = new ArrayList<>();
        if (isRoot()) {
            all.addAll(List.of("setpriv", "--reuid=" + USER, "--regid=" + USER, "--clear-groups"));
        }
        all.addAll(List.of(command));
        return all;
    }

    private static boolean isRoot() {
        return "root".equals(System.getProperty("user.name"));
    }

    private static double size(Path programs, int port) {
        String sql = "select pg_database_size('postgres')";
        return Double.parseDouble(run(List.of(
                        programs.resolve("psql").toString(),
                        "-Atq",
                        "-h",
                        "127.0.0.1",
                        "-p",
                        Integer.toString(port),
                        "-U",
                        USER,
                        "-c",
                        sql))
                .strip());
    }

    private static String run(List<String> command) {
        try {
            // In a directory that the other user can read.
            Process process = new ProcessBuilder(command)
                    .directory(Path.of("/").toFile())
                    .redirectErrorStream(true)
                    .start();
            String output = new String(process.getInputStream().readAllBytes(), UTF_8);
            if (process.waitFor() != 0) {
                throw new HarnessFailure(command.get(0) + " failed: " + output);
            }
            return output;
        } catch (IOException e) {
            throw new HarnessFailure("cannot start " + command.get(0) + ": " + e.getMessage(), e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new HarnessFailure("interrupted", e);
        }
    }
}
