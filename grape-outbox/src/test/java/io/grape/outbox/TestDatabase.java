package io.grape.outbox;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.grape.harness.HarnessFailure;
import io.grape.harness.Programs;
import io.grape.process.ChildProcess;
import io.grape.process.FreePorts;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import org.mariadb.jdbc.MariaDbDataSource;
import org.postgresql.ds.PGSimpleDataSource;

/** The servers of this machine, each in a process and a temporary folder of its own, one for all tests of a JVM. */
public enum TestDatabase {
    POSTGRESQL("initdb", "jdbc:postgresql://127.0.0.1:%d/postgres?user=grape") {
        @Override
        List<String> start(Path directory, int port) throws IOException {
            List<String> user = new ArrayList<>(isRoot() ? notRoot() : List.of());
            if (user.contains(NOBODY.get(0))) {
                Files.setOwner(
                        directory,
                        directory
                                .getFileSystem()
                                .getUserPrincipalLookupService()
                                .lookupPrincipalByName("nobody"));
            }
            List<String> init = new ArrayList<>(user);
            init.addAll(List.of("initdb", "-D", directory + "/data", "-U", "grape", "-A", "trust", "-E", "UTF8"));
            init.addAll(List.of("--locale=C", "--no-sync"));
            if (!Programs.run(init.toArray(String[]::new))) {
                throw new HarnessFailure("initdb failed: " + init);
            }
            user.addAll(List.of("postgres", "-D", directory + "/data", "-p", Integer.toString(port)));
            user.addAll(List.of("-c", "listen_addresses=127.0.0.1", "-c", "unix_socket_directories="));
            user.addAll(List.of("-c", "fsync=off"));
            return user;
        }

        /** It refuses to be root. Nobody else may read a folder of root's, so there it is root without its name. */
        private List<String> notRoot() {
            return Stream.of(NOBODY, List.of("unshare", "--user"))
                    .filter(prefix -> Programs.run(Stream.concat(prefix.stream(), Stream.of("initdb", "--version"))
                            .toArray(String[]::new)))
                    .findFirst()
                    .orElseThrow(() -> new HarnessFailure("initdb runs as no other user than root"));
        }

        @Override
        DataSource source(String url) {
            PGSimpleDataSource source = new PGSimpleDataSource();
            source.setURL(url);
            return source;
        }

        @Override
        String waitingSessions() {
            return "SELECT pid FROM pg_stat_activity WHERE state = 'idle in transaction'";
        }

        @Override
        String kill(long session) {
            return "SELECT pg_terminate_backend(" + session + ")";
        }
    },

    MARIADB("mariadbd", "jdbc:mariadb://127.0.0.1:%d/grape?user=root&createDatabaseIfNotExist=true") {
        @Override
        List<String> start(Path directory, int port) throws IOException {
            Files.createDirectory(directory.resolve("data"));
            List<String> command = new ArrayList<>(List.of("mariadbd", "--no-defaults", "--skip-grant-tables"));
            command.addAll(List.of("--datadir=" + directory + "/data", "--socket=" + directory + "/socket"));
            command.addAll(List.of("--port=" + port, "--bind-address=127.0.0.1", "--skip-name-resolve"));
            command.addAll(List.of("--innodb-flush-log-at-trx-commit=0", "--innodb-lock-wait-timeout=5"));
            if (isRoot()) {
                command.add("--user=root");
            }
            return command;
        }

        @Override
        DataSource source(String url) throws SQLException {
            return new MariaDbDataSource(url);
        }

        /** Rows are locked by nothing but the relay here. */
        @Override
        String waitingSessions() {
            return "SELECT trx_mysql_thread_id FROM information_schema.innodb_trx WHERE trx_rows_locked > 0";
        }

        @Override
        String kill(long session) {
            return "KILL " + session;
        }
    };

    private static final List<String> NOBODY =
            List.of("setpriv", "--reuid=nobody", "--regid=nogroup", "--clear-groups");
    private static final Duration START = Duration.ofSeconds(60);
    /** PostgreSQL that is killed leaves shared memory behind. */
    private static final Duration SHUTDOWN = Duration.ofSeconds(3);

    private static final AtomicInteger TABLES = new AtomicInteger();

    private final String program;
    private final String url;

    @SuppressWarnings("ImmutableEnumChecker") // The one server of this run.
    private @Nullable String started;

    TestDatabase(String program, String url) {
        this.program = program;
        this.url = url;
    }

    /** Makes what it needs in a folder, and returns the command that starts it. */
    abstract List<String> start(Path directory, int port) throws IOException;

    abstract DataSource source(String address) throws SQLException;

    /** The statement that finds the sessions whose transaction has locked rows and does nothing. */
    abstract String waitingSessions();

    abstract String kill(long session);

    static boolean isRoot() {
        return "root".equals(System.getProperty("user.name"));
    }

    /** Skips the test, aloud, where the server is not installed. */
    public void assumeInstalled() {
        boolean isInstalled = Programs.find(program).isPresent();
        if (!isInstalled) {
            System.err.println("SKIPPED: " + program + " is not installed, so the outbox was NOT tested with it");
        }
        assumeTrue(isInstalled, program + " is installed");
    }

    /** The address of the server, which is started for the first who asks. */
    public synchronized String url() {
        String known = started;
        if (known == null) {
            known = start();
            started = known;
        }
        return known;
    }

    private String start() {
        try {
            Path directory = Files.createTempDirectory("grape-database-");
            int port = FreePorts.one();
            String address = url.formatted(port);
            ChildProcess server = ChildProcess.start(directory.resolve("log"), start(directory, port), unchanged -> {});
            Runtime.getRuntime().addShutdownHook(new Thread(() -> end(server, directory), "database"));
            if (!server.awaitReady(() -> isThere(address), START)) {
                throw new HarnessFailure(program + " did not start:\n" + server.output());
            }
            return address;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static boolean isThere(String address) {
        try (Connection connection = DriverManager.getConnection(address)) {
            return connection.isValid(5);
        } catch (SQLException e) {
            return false;
        }
    }

    private static void end(ChildProcess server, Path directory) {
        server.end(SHUTDOWN);
        try (Stream<Path> files = Files.walk(directory)) {
            for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.deleteIfExists(file);
            }
        } catch (IOException | UncheckedIOException e) {
            // A child of the server was still at work. The folder is a temporary one.
            return;
        }
    }

    public DataSource source() {
        try {
            return source(url());
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }

    /** A connection with a transaction. */
    Connection connect() throws SQLException {
        Connection connection = source().getConnection();
        connection.setAutoCommit(false);
        return connection;
    }

    /** A table that nobody has. */
    public String newTable() {
        return "outbox_" + ProcessHandle.current().pid() + "_" + TABLES.incrementAndGet();
    }

    public void run(String sql) throws SQLException {
        try (Connection connection = source().getConnection();
                Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }

    /** The first column of each row. */
    public List<String> read(String sql) throws SQLException {
        try (Connection connection = source().getConnection();
                Statement statement = connection.createStatement();
                ResultSet result = statement.executeQuery(sql)) {
            List<String> all = new ArrayList<>();
            while (result.next()) {
                all.add(result.getString(1));
            }
            return all;
        }
    }

    /** Ends the sessions that wait with locked rows, as their administrator does. Returns how many. */
    int killWaiting() throws SQLException {
        List<String> sessions = read(waitingSessions());
        for (String session : sessions) {
            run(kill(Long.parseLong(session)));
        }
        return sessions.size();
    }
}
