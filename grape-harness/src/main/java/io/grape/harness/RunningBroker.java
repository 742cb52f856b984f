package io.grape.harness;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.grape.process.ChildProcess;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.function.BooleanSupplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A broker in a process of its own, as the launcher starts it, and what it says. It can be killed, stopped, ended and started
 * again as it was.
 */
public final class RunningBroker implements AutoCloseable {
    public static final Duration PATIENCE = Duration.ofSeconds(60);

    private static final Duration START = Duration.ofSeconds(90);
    /** As long as the contract gives it. */
    private static final Duration END = Duration.ofSeconds(10);

    private static final Duration POLL = Duration.ofSeconds(1);
    private static final Pattern READY = Pattern.compile("grape is ready http=");
    private static final HttpClient CLIENT =
            HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();

    private final List<String> command;
    private final Map<String, String> environment;
    private final Path out;
    private final Path err;
    private final boolean isForgotten;
    private ChildProcess process;
    /** What it said before it was started last. */
    private int past;

    private RunningBroker(
            List<String> program, List<String> args, Map<String, String> environment, Path out, boolean isForgotten) {
        this.err = out.resolveSibling(out.getFileName() + ".err");
        // No shell stands between: its process is that of the broker.
        List<String> all = new ArrayList<>(List.of("sh", "-c", "err=$0; exec \"$@\" 2>>\"$err\"", err.toString()));
        all.add(Programs.java());
        all.addAll(program);
        all.addAll(args);
        this.command = List.copyOf(all);
        this.environment = environment;
        this.out = out;
        this.isForgotten = isForgotten;
        this.process = run(Map.of());
    }

    /** Starts the one that is built here, without a console unless a flag asks for one; does not wait for it. */
    public static RunningBroker start(String... args) {
        return start(Map.of(), args);
    }

    /** The same with more in its environment. It sheds nothing on a slow machine, unless that says so. */
    public static RunningBroker start(Map<String, String> environment, String... args) {
        Map<String, String> all =
                new HashMap<>(Map.of("GRAPE_OVERLOAD_TARGET_MS", "60000", "GRAPE_OVERLOAD_WARM_UP_MS", "0"));
        all.putAll(environment);
        return new RunningBroker(program(System.getProperty("java.class.path")), List.of(args), all, newFile(), true);
    }

    /**
     * Starts one of any build; does not wait for it.
     *
     * @param program what stands behind {@code java} to run it
     * @param out what it says is written behind what this file holds
     */
    public static RunningBroker start(List<String> program, List<String> args, Path out) {
        return new RunningBroker(program, args, Map.of(), out, false);
    }

    /** What stands behind {@code java} to run a broker on a class path. */
    public static List<String> program(String classPath) {
        return List.of(
                "-XX:TieredStopAtLevel=1", "-XX:+ExitOnOutOfMemoryError", "-cp", classPath, "io.grape.server.app.Main");
    }

    private static Path newFile() {
        try {
            return Files.createTempFile("grape-broker-", ".out");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private ChildProcess run(Map<String, String> more) {
        try {
            past = Files.exists(out) ? read(out).length() : 0;
            Files.write(err, new byte[0]);
            return ChildProcess.start(out, command, variables -> {
                // A test that wants one asks for it.
                variables.put("GRAPE_CONSOLE_PORT", "-1");
                variables.put("GRAPE_BEANSTALKD_PORT", "-1");
                variables.putAll(environment);
                variables.putAll(more);
            });
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Starts it again once it has ended, and does not wait for it. */
    public void launch() {
        launch(Map.of());
    }

    /** The same in another environment, this once. */
    public void launch(Map<String, String> more) {
        process = run(more);
    }

    /** Waits until it is there. */
    public RunningBroker awaitReady() {
        awaitOut(READY);
        return this;
    }

    /** Waits until it has said something on stdout. */
    public void awaitOut(Pattern wanted) {
        await(wanted.toString(), () -> wanted.matcher(out()).find());
    }

    /** Waits until it can do its work: it is there, and so is its Redis. */
    public void awaitServing() {
        awaitReady();
        await("its health", this::isServing);
    }

    private void await(String what, BooleanSupplier isSo) {
        // What it said last is read after its end.
        if (!process.awaitReady(isSo, START) && !isSo.getAsBoolean()) {
            throw new HarnessFailure("a broker ended, or waited " + START.toSeconds() + " s in vain for " + what
                    + "; stdout:\n" + out() + "stderr:\n" + err());
        }
    }

    private boolean isServing() {
        HttpRequest request = HttpRequest.newBuilder(URI.create(http() + "/health/ready"))
                .timeout(POLL)
                .build();
        return CLIENT.sendAsync(request, HttpResponse.BodyHandlers.discarding())
                .handle((response, failure) -> failure == null && response.statusCode() == 200)
                .join();
    }

    /** What it said on stdout since it was started last. */
    public String out() {
        return read(out).substring(past);
    }

    /** What it said on stderr since it was started last. */
    public String err() {
        return read(err);
    }

    private static String read(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Where the HTTP API is, {@code off} where it is not. */
    public String http() {
        return ready("http");
    }

    public URI uri() {
        return URI.create(http());
    }

    public InetSocketAddress address() {
        return new InetSocketAddress(uri().getHost(), uri().getPort());
    }

    /** Where the protocol of beanstalkd is. */
    public InetSocketAddress beanstalkdAddress() {
        String[] parts = ready("beanstalkd").split(":", 2);
        return new InetSocketAddress(parts[0], Integer.parseInt(parts[1]));
    }

    /** Where the console is, {@code off} where it is not. */
    public String console() {
        return ready("console");
    }

    public String redis() {
        return ready("redis");
    }

    private String ready(String field) {
        Matcher line = Pattern.compile("grape is ready .*?" + field + "=(\\S+)").matcher(out());
        if (!line.find()) {
            throw new HarnessFailure("the broker is not ready:\n" + out());
        }
        return line.group(1);
    }

    public int port() {
        return uri().getPort();
    }

    public ProcessHandle process() {
        return process.program();
    }

    /** Asks it to end, as SIGTERM does, and waits for that as long as the contract gives it. Returns its exit status. */
    public int terminate() {
        return terminate(END);
    }

    /** The same with another patience. */
    public int terminate(Duration most) {
        process().destroy();
        return awaitExit(most);
    }

    /** Asks it to end, and kills it when it has not ended in time. False when it had to be killed. */
    public boolean end(Duration most) {
        return process.end(most);
    }

    /** Its exit status. */
    public int awaitExit(Duration most) {
        if (!process.awaitExit(most)) {
            throw new HarnessFailure("a broker did not end within " + most + "; stdout: " + out());
        }
        return process.awaitExit();
    }

    /** Ends it with SIGKILL. */
    public void kill() {
        process.kill();
    }

    /** Its connections stay, and it does nothing. */
    public void stop() {
        Programs.stop(process());
    }

    public void resume() {
        Programs.resume(process());
    }

    /** Starts it again once it has ended, and waits until it is there. */
    public void startAgain() {
        launch();
        awaitReady();
    }

    /** Whatever was done to it, it runs again. */
    public void mend() {
        if (process.isAlive()) {
            resume();
        } else {
            startAgain();
        }
    }

    public CompletableFuture<HttpResponse<String>> send(String method, String pathAndQuery, String body) {
        HttpRequest request = HttpRequest.newBuilder(URI.create(http() + pathAndQuery))
                .method(method, HttpRequest.BodyPublishers.ofString(body, UTF_8))
                .timeout(PATIENCE.plusSeconds(30))
                .build();
        return CLIENT.sendAsync(request, HttpResponse.BodyHandlers.ofString(UTF_8));
    }

    public HttpResponse<String> call(String method, String pathAndQuery, String body) {
        return send(method, pathAndQuery, body).join();
    }

    /** Kills it. What it said is kept where somebody gave a file for it. */
    @Override
    public void close() {
        kill();
        try {
            if (isForgotten) {
                Files.deleteIfExists(out);
                Files.deleteIfExists(err);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
