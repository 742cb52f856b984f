package io.grape.server.beanstalkd;

import io.grape.harness.Sleep;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Both servers, what was sent to them, and what is known of their jobs. */
final class FuzzRound implements AutoCloseable {
    private static final Duration PATIENCE = Duration.ofSeconds(30);
    private static final Duration POLL = Duration.ofMillis(10);

    final FuzzJobs jobs = new FuzzJobs();
    final FuzzDeadlines deadlines = new FuzzDeadlines();
    final List<FuzzPair> pairs = new ArrayList<>();
    private final FuzzResponses responses = new FuzzResponses(jobs);
    private final int theirPort;
    private final int ourPort;
    /** Sees to it that no tube vanishes, and asks how things are. */
    private final FuzzPair watcher;

    private final FuzzLog log = new FuzzLog();
    private @Nullable FuzzPair waiting;
    private int opened;
    private int sent;

    FuzzRound(int theirPort, int ourPort, List<String> tubes, int connections) {
        this.theirPort = theirPort;
        this.ourPort = ourPort;
        // The original was asked whether it is there.
        WireClient.to(ourPort).close();
        this.watcher = open();
        tubes.forEach(tube -> call(watcher, "watch " + tube));
        for (int i = 0; i < connections; i++) {
            pairs.add(open());
        }
        settle(0);
    }

    /** A command had its response when something else was about to happen: nothing can be said of it. */
    static final class TooSlowException extends RuntimeException {
        private static final long serialVersionUID = 1L;
    }

    int sent() {
        return sent;
    }

    private FuzzPair open() {
        FuzzPair pair = new FuzzPair("c" + opened++, theirPort, ourPort);
        log.add(pair.name + " opens");
        return pair;
    }

    /** The response of both to one command; where ours is another job of the same place, as if it had been theirs. */
    String call(FuzzPair pair, String command) {
        return call(pair, List.of(command)).get(0);
    }

    /** Commands that are sent at once. */
    List<String> call(FuzzPair pair, List<String> commands) {
        if (deadlines.pass()) {
            nudge();
        }
        return send(pair, commands);
    }

    private List<String> send(FuzzPair pair, List<String> commands) {
        write(pair, commands);
        return respond(pair, commands);
    }

    /** Of no commands nothing is sent: an empty line would be one. */
    private void write(FuzzPair pair, List<String> commands) {
        if (commands.isEmpty()) {
            return;
        }
        commands.forEach(command -> log.add(pair.name + " " + command));
        String all = String.join("\r\n", commands) + "\r\n";
        pair.theirs.send(jobs.forTheirs(all));
        pair.ours.send(jobs.forOurs(all));
        sent += commands.size();
    }

    private List<String> respond(FuzzPair pair, List<String> commands) {
        List<String> replies = new ArrayList<>();
        for (String command : commands) {
            replies.add(respond(pair, command));
            if (isSplit(command)) {
                respond(pair, "");
            }
        }
        return replies;
    }

    /** What stands behind a body that is too long is a command of its own. */
    private static boolean isSplit(String command) {
        return command.endsWith("..");
    }

    /** A command whose response comes later. */
    void sendOnly(FuzzPair pair, String command) {
        write(pair, List.of(command));
        waiting = pair;
    }

    /** Reads what both say to a command that was sent. */
    String respond(FuzzPair pair, String command) {
        FuzzPair.Two two = pair.read();
        waiting = pair == waiting ? null : waiting;
        if (deadlines.isMet()) {
            throw new TooSlowException();
        }
        if (two.theirs().startsWith("INSERTED ") && two.ours().startsWith("INSERTED ")) {
            long ttr = Math.max(1, Long.parseLong(command.split("[ \r]+", -1)[3]));
            jobs.add(Long.parseLong(FuzzResponses.id(two.theirs())), Long.parseLong(FuzzResponses.id(two.ours())), ttr);
            log.add("  = " + name(two.ours()));
            deadlines.in(Long.parseLong(command.split("[ \r]+", -1)[2]));
            return two.ours();
        }
        if (!responses.areEqual(command, two)) {
            two = new FuzzOrder(this, pair).settle(command, two);
        }
        log.add("  " + two.ours() + (FuzzResponses.isOfJob(two.ours()) ? " = " + name(two.ours()) : ""));
        happened(pair, command, two.ours());
        return two.ours();
    }

    /** A job of a response, as commands name it. */
    String name(String ours) {
        return "{" + jobs.ofOurs(FuzzResponses.id(ours)).index + "}";
    }

    private void happened(FuzzPair pair, String command, String response) {
        String[] words = command.split("[ \r]+", -1);
        String word = response.split(" ", 2)[0];
        switch (word) {
            case "RESERVED" -> {
                FuzzJob job = jobs.ofOurs(FuzzResponses.id(response));
                job.holder = pair;
                job.wasElsewhere = false;
                job.reserves++;
                leased(job);
            }
            case "TOUCHED" -> leased(jobs.named(command));
            case "RELEASED" -> {
                FuzzJob job = jobs.named(command);
                job.ended();
                job.hasOtherDelay = false;
                deadlines.in(Long.parseLong(words[3]));
            }
            case "BURIED" -> jobs.named(command).ended();
            case "DELETED" -> {
                jobs.named(command).ended();
                jobs.named(command).isDeleted = true;
            }
            case "PAUSED" -> deadlines.in(Long.parseLong(words[words.length - 1]));
            default -> {}
        }
    }

    private void leased(FuzzJob job) {
        deadlines.in(job.ttr);
        deadlines.in(job.ttr - 1);
    }

    AssertionError difference(String what, FuzzPair.Two two) {
        return new AssertionError("%s%n%s%nto: %s%ntheirs: %s%nours:   %s%n%s"
                .formatted(
                        log,
                        "the servers differ",
                        what,
                        two.theirs().replace('\n', ' '),
                        two.ours().replace('\n', ' '),
                        responses.unlike(what, two)));
    }

    /** What only the original was sent to bring it where ours is. */
    void releasedThere(FuzzJob job) {
        responses.released();
        job.moreReleases++;
        job.hasOtherDelay = true;
    }

    /** After something that happens by itself: the original may sleep through it until its client sends something. */
    private void nudge() {
        pairs.stream().filter(pair -> pair != waiting).forEach(pair -> send(pair, List.of("list-tube-used")));
        settle(waiting == null ? 0 : -1);
    }

    /**
     * Waits until both have done what happens by itself.
     *
     * @param waits connections that wait for a job, -1 = any number of them
     */
    Map<String, String> settle(int waits) {
        long end = System.nanoTime() + PATIENCE.toNanos();
        while (true) {
            log.add("watcher stats");
            watcher.theirs.send("stats\r\n");
            watcher.ours.send("stats\r\n");
            FuzzPair.Two two = watcher.read();
            if (isSettled(two.theirs(), waits) && isSettled(two.ours(), waits) && responses.areEqual("stats", two)) {
                return FuzzResponses.yaml(two.ours());
            }
            if (System.nanoTime() > end) {
                if (deadlines.isMet()) {
                    throw new TooSlowException();
                }
                throw difference("stats", two);
            }
            Sleep.millis(POLL.toMillis());
        }
    }

    private boolean isSettled(String stats, int waits) {
        Map<String, String> fields = FuzzResponses.yaml(stats);
        return Objects.equals(fields.get("current-connections"), Integer.toString(pairs.size() + 1))
                && (waits < 0 || Objects.equals(fields.get("current-waiting"), Integer.toString(waits)));
    }

    /** Buries what would go back to another place there than here, were the connection to end. */
    void buryWhatDiffers(FuzzPair pair) {
        for (FuzzJob job : jobs.left(one -> one.holder == pair && one.wasElsewhere)) {
            call(pair, "bury {" + job.index + "} 5");
        }
    }

    /** A connection ends, and another one begins. */
    void close(FuzzPair pair) {
        log.add(pair.name + " closes");
        pair.close();
        waiting = pair == waiting ? null : waiting;
        jobs.left(job -> job.holder == pair).forEach(FuzzJob::ended);
        pairs.set(pairs.indexOf(pair), open());
        settle(0);
    }

    /** The servers end a connection. */
    void quit(FuzzPair pair) {
        log.add(pair.name + " quits");
        pair.theirs.send("quit\r\n");
        pair.ours.send("quit\r\n");
        closed(pair);
    }

    /** A connection sends its end with its last commands, and gets their responses. */
    void halfClose(FuzzPair pair, List<String> commands) {
        log.add(pair.name + " sends its end behind its commands");
        if (deadlines.pass()) {
            nudge();
        }
        write(pair, commands);
        pair.theirs.halfClose();
        pair.ours.halfClose();
        respond(pair, commands);
        closed(pair);
    }

    private void closed(FuzzPair pair) {
        if (!pair.theirs.isClosed() || !pair.ours.isClosed()) {
            throw new AssertionError(pair.name + " is still open, after" + log);
        }
        close(pair);
    }

    /** True where one connection waits for a job at both. */
    boolean isWaiting() {
        return "1".equals(settle(-1).get("current-waiting"));
    }

    FuzzPair watcher() {
        return watcher;
    }

    @Override
    public void close() {
        pairs.forEach(FuzzPair::close);
        watcher.close();
    }
}
