package io.grape.chaos.sdk;

import io.grape.client.Grape;
import io.grape.client.GrapeException;
import io.grape.client.JobState;
import io.grape.client.NewJob;
import io.grape.client.Produced;
import io.grape.client.Result;
import io.grape.client.Tube;
import io.grape.client.TubeSettings;
import io.grape.client.TubeStatus;
import io.grape.harness.Sleep;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * Producers of the SDK in this process, and two workers of it in processes of their own. They have a tube to themselves, so
 * that each job of it passes through the SDK on both sides.
 */
public final class SdkLoad implements AutoCloseable {
    /** Longer than any fault separates a worker from its brokers. A kill must be noticed much earlier. */
    private static final Duration TTR = Duration.ofSeconds(20);

    /** A produce whose response was lost is called again, maybe after the job has finished. */
    private static final Duration REMEMBERED = Duration.ofMinutes(2);

    private static final int EXECUTIONS = 50;
    private static final int WORKERS = 2;
    private static final int SINGLES = 3;
    private static final int BATCH = 5;
    private static final int PAUSE_MILLIS = 120;
    private static final int DELAY_MILLIS = 500;
    private static final int SHORT_MILLIS = 30;
    private static final int LONG_MILLIS = 2000;
    /** One of so many jobs takes long. */
    private static final int LONG_OF = 40;

    private static final long POLL_MILLIS = 100;

    private final Tube<String> tube;
    private final List<URI> brokers;
    private final Path directory;
    private final Grape grape;
    private final Set<String> produced = ConcurrentHashMap.newKeySet();
    private final List<WorkerProcess> workers = new CopyOnWriteArrayList<>();
    private final List<Thread> producers = new ArrayList<>();
    private final List<Throwable> failures = new CopyOnWriteArrayList<>();
    private volatile boolean isProducing = true;

    private SdkLoad(String tube, List<URI> brokers, Path directory) {
        this.tube = Tube.of(tube, String.class);
        this.brokers = List.copyOf(brokers);
        this.directory = directory;
        this.grape = Grape.builder().brokers(brokers).build();
    }

    /**
     * Begins.
     *
     * @param directory for the output of the workers
     */
    public static SdkLoad start(String tube, List<URI> brokers, Path directory, Random random) {
        SdkLoad load = new SdkLoad(tube, brokers, directory);
        load.grape.tubes().configure(tube, new TubeSettings(TTR, EXECUTIONS).dedup(REMEMBERED));
        IntStream.range(0, WORKERS).forEach(i -> load.startWorker());
        for (int i = 0; i <= SINGLES; i++) {
            load.startProducer(i, new Random(random.nextLong()));
        }
        return load;
    }

    private void startWorker() {
        Path log = directory.resolve(tube.name() + "-worker-" + workers.size() + ".out");
        workers.add(WorkerProcess.start(log, tube.name(), brokers));
    }

    /** The last one produces several jobs a call. */
    private void startProducer(int number, Random random) {
        Runnable work = number < SINGLES ? () -> produceOne(number, random) : () -> produceSeveral(number, random);
        Thread thread = new Thread(() -> repeat(work, random), "sdk-producer-" + number);
        thread.setDaemon(true);
        thread.setUncaughtExceptionHandler((died, reason) -> failures.add(reason));
        producers.add(thread);
        thread.start();
    }

    private void repeat(Runnable work, Random random) {
        while (isProducing) {
            work.run();
            Sleep.millis(random.nextInt(PAUSE_MILLIS));
        }
    }

    private void produceOne(int number, Random random) {
        try {
            produced.add(grape.produce(tube, job(number, random)).id());
        } catch (GrapeException e) {
            // A fault: whether the job exists is unknown.
            Sleep.millis(POLL_MILLIS);
        }
    }

    private void produceSeveral(int number, Random random) {
        List<NewJob<String>> jobs =
                IntStream.range(0, BATCH).mapToObj(i -> job(number, random)).toList();
        try {
            for (Result<Produced> result : grape.produceAll(tube, jobs)) {
                if (result.isOk()) {
                    produced.add(result.get().id());
                }
            }
        } catch (GrapeException e) {
            // A fault: whether the jobs exist is unknown.
            Sleep.millis(POLL_MILLIS);
        }
    }

    private static NewJob<String> job(int producer, Random random) {
        int millis = random.nextInt(random.nextInt(LONG_OF) == 0 ? LONG_MILLIS : SHORT_MILLIS);
        return NewJob.of(Integer.toString(millis))
                .id(producer + "-" + Long.toHexString(random.nextLong()))
                .delay(Duration.ofMillis(random.nextInt(DELAY_MILLIS)));
    }

    /**
     * Kills a worker with kill -9 while it runs jobs, and starts another one.
     *
     * @return the jobs that it was running, and that no worker had started before. Those are ready again at once, the others later
     */
    public Set<String> killWorker(Random random) {
        List<WorkerProcess> alive =
                workers.stream().filter(worker -> !worker.isKilled()).toList();
        WorkerProcess worker = alive.get(random.nextInt(alive.size()));
        Sleep.until("a worker of the SDK to run jobs", () -> !running(worker).isEmpty());
        worker.kill();
        startWorker();
        Set<String> first = running(worker);
        workers.stream().filter(other -> other != worker).forEach(other -> first.removeAll(startedBy(other)));
        return first;
    }

    private static Set<String> startedBy(WorkerProcess worker) {
        return worker.executions().stream().map(Execution::id).collect(Collectors.toSet());
    }

    private static Set<String> running(WorkerProcess worker) {
        return worker.executions().stream()
                .filter(execution -> !execution.isComplete())
                .map(Execution::id)
                .collect(Collectors.toSet());
    }

    /** Of these jobs, those that no living worker has started. */
    public Set<String> notStartedAgain(Set<String> ids) {
        Set<String> started = workers.stream()
                .filter(worker -> !worker.isKilled())
                .flatMap(worker -> startedBy(worker).stream())
                .collect(Collectors.toSet());
        return ids.stream().filter(id -> !started.contains(id)).collect(Collectors.toSet());
    }

    /** The time within which jobs of a killed worker have to start again: half of their ttr. */
    public static Duration patience() {
        return TTR.dividedBy(2);
    }

    /** Stops producing, waits until no job is left, and returns what is wrong. */
    public List<String> drain(Duration most) {
        isProducing = false;
        long deadline = System.nanoTime() + most.toNanos();
        producers.forEach(SdkLoad::join);
        Optional<TubeStatus> left = look();
        while (!isEmpty(left) && System.nanoTime() - deadline < 0) {
            Sleep.millis(POLL_MILLIS);
            left = look();
        }
        List<String> complaints = new ArrayList<>();
        failures.forEach(failure -> complaints.add("a producer of the SDK died: " + failure));
        if (!isEmpty(left)) {
            complaints.add("not drained in " + most + ": " + left);
        }
        Collection<Execution> executions = executions();
        complaints.addAll(SdkChecker.check(produced, executions));
        if (left.filter(status -> status.counts().getOrDefault(JobState.FAILED, 0L) > 0)
                .isPresent()) {
            complaints.add("SDK jobs failed: " + left);
        }
        System.out.println("SDK: " + produced.size() + " produced, " + executions.size() + " executions, "
                + SdkChecker.completedTwice(executions) + " jobs completed twice");
        return complaints;
    }

    private static void join(Thread thread) {
        try {
            thread.join();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private Optional<TubeStatus> look() {
        try {
            return grape.tubes().status(tube.name());
        } catch (GrapeException e) {
            return Optional.empty();
        }
    }

    private static boolean isEmpty(Optional<TubeStatus> status) {
        return status.filter(SdkLoad::isEmpty).isPresent();
    }

    private static boolean isEmpty(TubeStatus status) {
        return status.counts().entrySet().stream()
                .allMatch(count -> count.getKey() == JobState.FAILED || count.getValue() == 0);
    }

    private Collection<Execution> executions() {
        return workers.stream().flatMap(worker -> worker.executions().stream()).toList();
    }

    @Override
    public void close() {
        isProducing = false;
        workers.forEach(WorkerProcess::kill);
        grape.close();
    }
}
