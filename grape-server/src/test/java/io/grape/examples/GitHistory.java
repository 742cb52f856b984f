package io.grape.examples;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Sends the commits of a git history through a broker, each as a job with a random delay. Eight consumers wait for them; now
 * and then one dies with a job in its hands, or buries one. In the end every commit was finished exactly once, or is failed.
 *
 * <p>{@code java GitHistory.java http://127.0.0.1:9521 /path/to/a/clone [commits] [seconds]}
 */
public final class GitHistory {
    private static final int CONSUMERS = 8;
    private static final int BURY_ONE_IN = 50;
    private static final int DIE_ONE_IN = 25;
    private static final Pattern JOB =
            Pattern.compile("\"id\":\"([^\"]+)\".*?\"noe\":([0-9]+).*?\"dueAt\":\"([^\"]+)\",\"lease\":\"([0-9]+)\"");

    private final HttpClient http =
            HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
    private final String tube;
    private final Random random;
    private final Map<String, AtomicInteger> finished = new ConcurrentHashMap<>();
    private final Set<String> buried = ConcurrentHashMap.newKeySet();
    private final AtomicInteger deaths = new AtomicInteger();
    private final ConcurrentLinkedQueue<Long> latenesses = new ConcurrentLinkedQueue<>();

    private GitHistory(URI broker, long seed) {
        this.tube = broker + "/v1/tubes/git-history-" + Long.toString(System.nanoTime(), Character.MAX_RADIX);
        this.random = new Random(seed);
    }

    /**
     * What became of the commits.
     *
     * @param lateness of hand-outs, in ms after they were due, in rising order
     */
    public record Report(int commits, int finishedOnce, int finishedMore, int failed, int deaths, List<Long> lateness) {
        public long percentile(int percent) {
            return lateness.get((lateness.size() - 1) * percent / 100);
        }

        /** True when nothing was lost and nothing was done twice. */
        public boolean isSound() {
            return finishedOnce + failed == commits && finishedMore == 0;
        }

        @Override
        public String toString() {
            return commits + " commits: " + finishedOnce + " finished once, " + finishedMore
                    + " finished more than once, "
                    + failed + " failed; " + deaths + " consumers died with a job; lateness p50 " + percentile(50)
                    + " ms, p99 " + percentile(99) + " ms, max " + percentile(100) + " ms";
        }
    }

    public static void main(String[] args) throws Exception {
        int count = args.length > 2 ? Integer.parseInt(args[2]) : 1000;
        int seconds = args.length > 3 ? Integer.parseInt(args[3]) : 20;
        Report report =
                run(URI.create(args[0]), commits(args[1], count), Duration.ofSeconds(seconds), System.nanoTime());
        System.out.println(report);
        System.exit(report.isSound() ? 0 : 1);
    }

    /** The most recent commits of a clone, hash and subject; a shorter history is sent again and again, as hash~2 and so on. */
    public static List<String> commits(String clone, int count) throws IOException {
        Process git = new ProcessBuilder(
                        "git", "-C", clone, "log", "--all", "-n", Integer.toString(count), "--format=%H %s")
                .start();
        List<String> found =
                new String(git.getInputStream().readAllBytes(), UTF_8).lines().toList();
        if (found.isEmpty()) {
            throw new IllegalArgumentException("no git history in " + clone);
        }
        List<String> commits = new ArrayList<>(found);
        for (int round = 2; commits.size() < count; round++) {
            String suffix = "~" + round + " ";
            found.stream().map(commit -> commit.replaceFirst(" ", suffix)).forEach(commits::add);
        }
        return commits.subList(0, count);
    }

    /** Sends commits (hash, space, subject) through the broker and returns when each is finished or failed. */
    public static Report run(URI broker, List<String> commits, Duration longestDelay, long seed) throws Exception {
        GitHistory history = new GitHistory(broker, seed);
        history.call("PUT", history.tube, "{\"ttrMs\":2000,\"maxAttempts\":20}", "application/json");
        List<Thread> consumers = new ArrayList<>();
        for (int i = 0; i < CONSUMERS; i++) {
            Random own = new Random(seed + i);
            consumers.add(new Thread(() -> history.work(commits.size(), own)));
        }
        consumers.forEach(Thread::start);
        for (String commit : commits) {
            history.produce(commit, longestDelay);
        }
        for (Thread consumer : consumers) {
            consumer.join();
        }
        return history.report(commits);
    }

    private void produce(String commit, Duration longestDelay) {
        String id = commit.substring(0, commit.indexOf(' '));
        long delay = random.nextLong(longestDelay.toMillis());
        HttpResponse<String> answer = call("PUT", tube + "/jobs/" + id + "?delayMs=" + delay, commit, "text/plain");
        if (answer.statusCode() != 201) {
            throw new IllegalStateException("not produced: " + answer.body());
        }
    }

    private void work(int commits, Random own) {
        while (finished.size() + buried.size() < commits) {
            String jobs = call("POST", tube + "/consume?max=5&waitMs=1000", "", "text/plain")
                    .body();
            long now = System.currentTimeMillis();
            Matcher job = JOB.matcher(jobs);
            while (job.find()) {
                latenesses.add(now - Instant.parse(job.group(3)).toEpochMilli());
                handle(job.group(1), job.group(4), own);
            }
        }
    }

    private void handle(String id, String lease, Random own) {
        if (own.nextInt(DIE_ONE_IN) == 0) {
            deaths.incrementAndGet();
        } else if (own.nextInt(BURY_ONE_IN) == 0) {
            if (acknowledged(id, "bury", lease + "&reason=unreadable")) {
                buried.add(id);
            }
        } else if (acknowledged(id, "finish", lease)) {
            finished.computeIfAbsent(id, key -> new AtomicInteger()).incrementAndGet();
        }
    }

    private boolean acknowledged(String id, String verb, String lease) {
        return call("POST", tube + "/jobs/" + id + "/" + verb + "?lease=" + lease, "", "text/plain")
                        .statusCode()
                == 200;
    }

    private Report report(List<String> commits) {
        int once = (int)
                finished.values().stream().filter(times -> times.get() == 1).count();
        int failed = 0;
        for (String commit : commits) {
            String id = commit.substring(0, commit.indexOf(' '));
            HttpResponse<String> job = call("GET", tube + "/jobs/" + id, "", "text/plain");
            failed += job.statusCode() == 200 && job.body().contains("\"state\":\"failed\"") ? 1 : 0;
        }
        List<Long> sorted = latenesses.stream().sorted().toList();
        return new Report(commits.size(), once, finished.size() - once, failed, deaths.get(), sorted);
    }

    private HttpResponse<String> call(String method, String uri, String body, String contentType) {
        HttpRequest request = HttpRequest.newBuilder(URI.create(uri))
                .method(method, HttpRequest.BodyPublishers.ofString(body, UTF_8))
                .header("Content-Type", contentType)
                .timeout(Duration.ofSeconds(30))
                .build();
        try {
            return http.send(request, HttpResponse.BodyHandlers.ofString(UTF_8));
        } catch (IOException e) {
            throw new IllegalStateException("no answer from the broker", e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }
}
