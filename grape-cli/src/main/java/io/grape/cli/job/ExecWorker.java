package io.grape.cli.job;

import io.grape.cli.call.Brokers;
import io.grape.cli.call.ExitCode;
import io.grape.cli.settings.Durations;
import io.grape.cli.terminal.Terminal;
import io.grape.cli.terminal.UsageException;
import io.grape.cli.terminal.Utf8;
import io.grape.client.Cancellation;
import io.grape.client.Grape;
import io.grape.client.GrapeException;
import io.grape.client.RetrySettings;
import io.grape.client.Tube;
import io.grape.client.TubeStatus;
import io.grape.client.worker.AckResult;
import io.grape.client.worker.JobContext;
import io.grape.client.worker.Outcome;
import io.grape.client.worker.Retry;
import io.grape.client.worker.Worker;
import java.io.IOException;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Runs a command for each job. The client's worker keeps the leases meanwhile. */
final class ExecWorker {
    /** EX_TEMPFAIL of sysexits.h. */
    private static final int TEMPORARY = 75;
    /** A shell adds the number of the signal that ended a process. */
    private static final int KILLED = 128;

    /** SIGINT and SIGTERM, which a whole group of processes gets. */
    private static final Set<Integer> ENDED = Set.of(KILLED + 2, KILLED + 15);

    /** For the shutdown of this process to begin, where a command ends first. */
    private static final Duration SHUTDOWN = Duration.ofSeconds(2);

    /** For a command to end after it was asked to. */
    private static final Duration LEAVE = Duration.ofSeconds(10);

    private static final Duration MIN_WAIT = Duration.ofSeconds(1);

    private final Grape grape;
    private final Tube<byte[]> tube;
    private final ExecOptions options;
    private final @Nullable Duration wait;
    private final Terminal terminal;
    private final Brokers brokers;
    private final ExecTurns turns;
    private volatile Retry retry;

    /**
     * A worker of a tube.
     *
     * @param wait ends when no job came for so long; null: does not end
     * @param brokers what commands find in GRAPE_URL and GRAPE_TOKEN
     */
    ExecWorker(
            Grape grape,
            Tube<byte[]> tube,
            ExecOptions options,
            @Nullable Duration wait,
            Terminal terminal,
            Brokers brokers) {
        this.grape = grape;
        this.tube = tube;
        this.options = options;
        this.wait = wait;
        this.terminal = terminal;
        this.brokers = brokers;
        this.turns = new ExecTurns(options.count());
        this.retry = options.retry(false);
    }

    /** Works until it is told to end, or has done what it was to do. */
    int run() throws InterruptedException {
        check();
        Worker worker = Worker.of(grape)
                .decide(tube, this::decide)
                .concurrency(options.concurrency())
                .drain(options.drain())
                .interruptOnLostLease(true)
                .start();
        Thread hook = new Thread(this::stop, "grape-exec-stop");
        Runtime.getRuntime().addShutdownHook(hook);
        try (worker) {
            turns.awaitEnd(worker, wait);
        }
        forget(hook);
        return ExitCode.OK;
    }

    private static void forget(Thread hook) {
        try {
            Runtime.getRuntime().removeShutdownHook(hook);
        } catch (IllegalStateException e) {
            // It runs.
        }
    }

    /** A wrong token or name is a mistake; a broker that is not there may come, where somebody waits for it. */
    private void check() {
        String flaw = Utf8.flaw(Utf8.encoding());
        if (flaw != null) {
            // Ids of jobs are UTF-8, and the command would get others.
            throw new UsageException("--exec: " + flaw);
        }
        if (wait != null && wait.compareTo(MIN_WAIT) < 0) {
            throw new UsageException("--wait: expected 1s or more with --exec, got " + Durations.text(wait));
        }
        try {
            Optional<TubeStatus> status = grape.tubes().status(tube.name());
            status.ifPresent(known -> ConsumeWord.tellPause(known, terminal));
            retry = options.retry(status.filter(
                            known -> !RetrySettings.NONE.equals(known.settings().retry()))
                    .isPresent());
        } catch (GrapeException e) {
            boolean mayPass = ExitCode.of(e) == ExitCode.UNREACHABLE || ExitCode.of(e) == ExitCode.THROTTLED;
            if (wait != null || !mayPass) {
                throw e;
            }
            terminal.warn(e.getMessage() + "; tries again");
        }
    }

    /** Keeps the process alive until the commands have ended, or were ended. */
    private void stop() {
        try {
            turns.stopAndWait(options.drain().plus(LEAVE));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private Outcome decide(byte[] payload, JobContext job) throws Exception {
        if (!turns.begin()) {
            return Outcome.snooze(Duration.ZERO);
        }
        try (ChildProcess child = ChildProcess.start(options.command(), env(job), payload, terminal.err())) {
            job.onLeaseLost(() -> say(
                    job,
                    turns.isStopped()
                            ? "the command was stopped, the job is handed back"
                            : "its lease is lost, the command was stopped"));
            job.onCancelled(child::terminate);
            job.onAcknowledged(result -> {
                if (result == AckResult.GIVEN_UP) {
                    say(job, "no broker took its outcome: it comes again when its lease ends");
                }
            });
            return outcome(job, child.exitCode(), child.lastError());
        } finally {
            turns.end();
        }
    }

    private Outcome outcome(JobContext job, int code, String lastError) throws InterruptedException {
        if (code == 0) {
            return Outcome.finish();
        }
        String reason = lastError.isEmpty() ? "exit code " + code : lastError;
        if (job.cancelled().isPresent()) {
            String why = job.cancelled().map(Cancellation::reason).orElse("");
            return Outcome.bury(why.isEmpty() ? "cancelled" : "cancelled: " + why);
        }
        if (code >= KILLED && turns.isStopped(ENDED.contains(code) ? SHUTDOWN : Duration.ZERO)) {
            // Ctrl-C goes to all processes of a terminal.
            return Outcome.snooze(Duration.ZERO);
        }
        boolean isLast = job.maxAttempts() > 0 && job.attempt() >= job.maxAttempts();
        Outcome outcome = isLast ? last(code, reason) : retry.after(new IOException(reason), job);
        say(job, "exit code " + code + ", " + (isLast ? ended(outcome) : delayed(outcome)));
        return outcome;
    }

    private static Outcome last(int code, String reason) {
        return code == TEMPORARY ? Outcome.release() : Outcome.bury(reason);
    }

    private static String ended(Outcome outcome) {
        return outcome instanceof Outcome.Release ? "its attempts are spent" : "buried";
    }

    private static String delayed(Outcome outcome) {
        return outcome instanceof Outcome.Release release && release.delay() != null
                ? "released for " + Durations.text(release.delay())
                : "released, as the tube says";
    }

    private void say(JobContext job, String text) {
        terminal.warn(job.tube() + "/" + job.id() + ": " + text);
    }

    private Map<String, String> env(JobContext job) {
        Map<String, String> env = new HashMap<>();
        env.put("GRAPE_URL", brokers.urls());
        brokers.token().ifPresent(token -> env.put("GRAPE_TOKEN", token));
        env.put("GRAPE_TUBE", job.tube());
        env.put("GRAPE_JOB_ID", job.id());
        env.put("GRAPE_ATTEMPT", String.valueOf(job.attempt()));
        env.put("GRAPE_MAX_ATTEMPTS", String.valueOf(job.maxAttempts()));
        env.put("GRAPE_LEASE", String.valueOf(job.fencingToken()));
        env.put("GRAPE_PRIORITY", String.valueOf(job.priority()));
        env.put("GRAPE_CONTENT_TYPE", job.contentType());
        env.put("GRAPE_DUE_AT", job.dueAt().toString());
        env.put("GRAPE_KEY", job.key().orElse(""));
        env.put("GRAPE_LABELS", String.join(",", job.labels()));
        return env;
    }
}
