package io.grape.junit;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/**
 * The process of the brokers, which has nothing of the tests' class path. The first test starts it. It ends when its
 * standard input does, which this JVM holds, however this JVM ends; then it deletes its files, the log among them.
 */
final class BrokerProcess {
    private static final int PATIENCE_SECONDS = 120;
    private static final String REPLY = "grape ";
    private static final String OK = "ok";

    private static @Nullable BrokerProcess shared;

    private final Process process;
    private final Path log;
    private final AtomicLong requests = new AtomicLong();
    private final Map<String, CompletableFuture<String>> waiting = new ConcurrentHashMap<>();

    private BrokerProcess(Process process, Path log) {
        this.process = process;
        this.log = log;
    }

    /** That of this JVM. */
    static synchronized BrokerProcess shared() {
        BrokerProcess known = shared;
        if (known == null || !known.process.isAlive()) {
            known = start();
            shared = known;
        }
        return known;
    }

    private static BrokerProcess start() {
        try {
            Path log = Files.createTempFile("grape-broker-", ".log");
            log.toFile().deleteOnExit();
            BrokerProcess started = new BrokerProcess(BrokerCommand.start(BrokerJar.unpack(), log), log);
            var unused = started.process.onExit().thenRun(started::refuseAll);
            Thread reader = new Thread(started::readReplies, "grape-broker");
            reader.setDaemon(true);
            reader.start();
            return started;
        } catch (IOException e) {
            throw new UncheckedIOException("the process of the brokers does not start: " + e.getMessage(), e);
        }
    }

    /** Asks for something; blocks until it is done. */
    String call(String request) {
        String id = Long.toString(requests.incrementAndGet());
        CompletableFuture<String> reply = new CompletableFuture<>();
        waiting.put(id, reply);
        try {
            if (process.isAlive()) {
                send(id + ' ' + request + '\n');
            } else {
                refuseAll();
            }
            return result(request, reply.get(PATIENCE_SECONDS, TimeUnit.SECONDS));
        } catch (TimeoutException e) {
            process.destroyForcibly();
            throw failure("does not respond", request);
        } catch (ExecutionException e) {
            throw failure("has ended", request);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted during '" + request + "'", e);
        } finally {
            waiting.remove(id);
        }
    }

    private void send(String line) {
        OutputStream out = process.getOutputStream();
        synchronized (out) {
            try {
                out.write(line.getBytes(UTF_8));
                out.flush();
            } catch (IOException e) {
                refuseAll();
            }
        }
    }

    private void readReplies() {
        try (BufferedReader in = process.inputReader(UTF_8)) {
            for (String line = in.readLine(); line != null; line = in.readLine()) {
                take(line);
            }
        } catch (IOException e) {
            // As at its end.
        }
    }

    private void take(String line) {
        String[] parts = line.split(" ", 3);
        CompletableFuture<String> reply = line.startsWith(REPLY) ? waiting.get(parts[1]) : null;
        if (reply != null) {
            reply.complete(parts[2]);
        }
    }

    private void refuseAll() {
        waiting.values().forEach(one -> one.completeExceptionally(new IOException("it has ended")));
    }

    private String result(String request, String reply) {
        if (!reply.startsWith(OK)) {
            throw failure("reports '" + reply + "'", request);
        }
        return reply.substring(OK.length()).strip();
    }

    private IllegalStateException failure(String what, String request) {
        String status = process.isAlive() ? "" : " with status " + process.exitValue();
        return new IllegalStateException("the process of the brokers " + what + status + ", asked to '" + request
                + "'; its log: " + logSince(0));
    }

    ProcessHandle handle() {
        return process.toHandle();
    }

    /** How much it has logged. */
    long logged() {
        return log.toFile().length();
    }

    /** What it has logged behind the first so many bytes: by all its brokers, only where something is wrong. */
    String logSince(long first) {
        try {
            byte[] all = Files.readAllBytes(log);
            int begin = (int) Math.min(first, all.length);
            return new String(all, begin, all.length - begin, UTF_8).strip();
        } catch (IOException e) {
            return "";
        }
    }
}
