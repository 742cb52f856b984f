package io.grape.chaos.sdk;

import io.grape.client.worker.AckResult;
import io.grape.client.worker.JobContext;
import java.io.PrintStream;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.Map;

/** Writes and parses the lines that a worker process prints. Each line is complete in itself, so a kill truncates at most the last one. */
final class ExecutionLog {
    private static final String STARTED = "started";
    private static final String ENDED = "ended";
    private static final String ACKNOWLEDGED = "acknowledged";
    private static final int WORDS = 4;

    private ExecutionLog() {}

    static void started(PrintStream out, JobContext job) {
        print(out, STARTED, job, Long.toString(System.nanoTime()));
    }

    static void ended(PrintStream out, JobContext job) {
        print(out, ENDED, job, (job.isLeaseLost() ? "lost@" : "held@") + System.nanoTime());
    }

    static void acknowledged(PrintStream out, JobContext job, AckResult result) {
        print(out, ACKNOWLEDGED, job, result.name());
    }

    private static void print(PrintStream out, String what, JobContext job, String detail) {
        out.print(what + ' ' + job.id() + ' ' + job.fencingToken() + ' ' + detail + ".\n");
        out.flush();
    }

    /** @param endNanos when the process was killed, or now: the end of a handler that did not return */
    static Collection<Execution> read(String output, long endNanos) {
        Map<String, Execution> executions = new LinkedHashMap<>();
        output.lines().forEach(line -> read(line, endNanos, executions));
        return executions.values();
    }

    private static void read(String line, long endNanos, Map<String, Execution> executions) {
        String[] words = line.split(" ", -1);
        if (words.length != WORDS || !line.endsWith(".")) {
            return;
        }
        String run = words[1] + ' ' + words[2];
        String detail = words[3].substring(0, words[3].length() - 1);
        switch (words[0]) {
            case STARTED ->
                executions.put(
                        run,
                        new Execution(
                                words[1],
                                Long.parseLong(words[2]),
                                Long.parseLong(detail),
                                endNanos,
                                false,
                                false,
                                null));
            case ENDED ->
                executions.computeIfPresent(
                        run,
                        (key, started) -> started.ended(
                                Long.parseLong(detail.substring(detail.indexOf('@') + 1)), detail.startsWith("lost")));
            case ACKNOWLEDGED ->
                executions.computeIfPresent(run, (key, ended) -> ended.acknowledged(AckResult.valueOf(detail)));
            default -> {
                // A line of the JVM or of a logger.
            }
        }
    }
}
