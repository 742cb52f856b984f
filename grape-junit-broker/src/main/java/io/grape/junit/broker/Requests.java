package io.grape.junit.broker;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.time.Duration;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/**
 * Lines that ask for something, and lines that reply, in any order:
 *
 * <pre>
 * 1 start                     grape 1 ok test-1 http://127.0.0.1:40123
 * 2 now test-1                grape 2 ok 2026-01-01T00:00:00.000001Z
 * 3 advance test-1 PT30M      grape 3 ok
 * 4 close test-1              grape 4 failed there is no broker test-1
 * </pre>
 */
final class Requests {
    private static final String REPLY = "grape ";

    private final TestBrokers brokers;
    private final PrintStream replies;
    private final ExecutorService threads = Executors.newCachedThreadPool();

    Requests(TestBrokers brokers, PrintStream replies) {
        this.brokers = brokers;
        this.replies = replies;
    }

    /** Until there are no more. */
    void serve(InputStream lines) throws IOException {
        BufferedReader in = new BufferedReader(new InputStreamReader(lines, UTF_8));
        for (String line = in.readLine(); line != null; line = in.readLine()) {
            String[] words = line.split(" ", -1);
            threads.execute(() -> reply(words[0], result(words)));
        }
    }

    private String result(String[] words) {
        try {
            return ("ok " + run(words)).strip();
        } catch (Throwable e) {
            return "failed " + String.valueOf(e.getMessage()).replaceAll("\\R", " ");
        }
    }

    private String run(String[] words) {
        switch (words[1]) {
            case "start" -> {
                return brokers.open();
            }
            case "now" -> {
                return brokers.named(words[2]).now().toString();
            }
            case "advance" -> brokers.named(words[2]).advance(Duration.parse(words[3]));
            case "close" -> brokers.close(words[2]);
            default -> throw new IllegalArgumentException("unknown: " + words[1]);
        }
        return "";
    }

    private synchronized void reply(String id, String result) {
        replies.print(REPLY + id + ' ' + result + '\n');
        replies.flush();
    }
}
