package io.grape.server.beanstalkd;

import io.grape.harness.Sleep;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/** Both servers, what was sent to them, and what is known of their jobs. */
final class FuzzRound implements AutoCloseable {
    private static final Duration PATIENCE = Duration.ofSeconds(30);
    private static final Duration POLL = Duration.ofMillis(10);
    private static final int LAST = 60;

    final FuzzJobs jobs = new FuzzJobs();
    final FuzzDeadlines deadlines = new FuzzDeadlines();
    final List<FuzzPair> pairs = new ArrayList<>();
    private final FuzzResponses responses = new FuzzResponses(jobs);
    private final int theirPort;
    private final int ourPort;
    /** Sees to it that no tube vanishes, and asks how things are. */
    private final FuzzPair watcher;

    private final Deque<String> last = new ArrayDeque<>();
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
        note(pair.name + " opens");
        return pair;
    }

    private static String line(String response) {
        return response.replace('\n', ' ');
    }

    private void note(String line) {
        if (line.equals(last.peekLast())) {
            return;
        }
        if (last.size() == LAST) {
            last.removeFirst();
        }
        last.addLast(line.length() > 300 ? line.substring(0, 300) + "..." : line);
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
        commands.forEach(command -> note(pair.name + " " + command.replace("\r\n", "\\r\\n")));
        String all = String.join("\r\n", commands) + "\r\n";
        pair.theirs.send(jobs.forTheirs(all));
        pair.ours.send(jobs.forOurs(all));
        sent += commands.size();
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

    /** Reads what both say to a command that was sent. */
    String respond(FuzzPair pair, String command) {
        FuzzPair.Two two = pair.read();
        if (deadlines.isMet()) {
            throw new TooSlowException();
        }
        if (two.theirs().startsWith("INSERTED ") && two.ours().startsWith("INSERTED ")) {
            long ttr = Math.max(1, Long.parseLong(command.split("[ \r]+", -1)[3]));
            FuzzJob job = jobs.add(
                    Long.parseLong(FuzzResponses.id(two.theirs())), Long.parseLong(FuzzResponses.id(two.ours())), ttr);
            note("  = {" + job.index + "}");
            deadlines.in(Long.parseLong(command.split("[ \r]+", -1)[2]));
            return two.ours();
        }
        if (!responses.areEqual(command, two)) {
            two = new FuzzOrder(this, pair).settle(command, two);
        }
        note("  " + line(two.ours())
                + (FuzzResponses.isOfJob(two.ours())
                        ? " = {" + jobs.ofOurs(FuzzResponses.id(two.ours())).index + "}"
                        : ""));
        happened(pair, command, two.ours());
        return two.ours();
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
                        String.join("\n", last),
                        "the servers differ",
                        what,
                        line(two.theirs()),
                        line(two.ours()),
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
        pairs.forEach(pair -> send(pair, List.of("list-tube-used")));
        settle(0);
    }

    /** Waits until both have done what happens by itself. */
    Map<String, String> settle(int waiting) {
        long end = System.nanoTime() + PATIENCE.toNanos();
        while (true) {
            note("watcher stats");
            watcher.theirs.send("stats\r\n");
            watcher.ours.send("stats\r\n");
            FuzzPair.Two two = watcher.read();
            if (isSettled(two.theirs(), waiting)
                    && isSettled(two.ours(), waiting)
                    && responses.areEqual("stats", two)) {
                return FuzzResponses.yaml(two.ours());
            }
            if (System.nanoTime() > end) {
                throw difference("stats", two);
            }
            Sleep.millis(POLL.toMillis());
        }
    }

    private boolean isSettled(String stats, int waiting) {
        Map<String, String> fields = FuzzResponses.yaml(stats);
        return Objects.equals(fields.get("current-connections"), Integer.toString(pairs.size() + 1))
                && (waiting < 0 || Objects.equals(fields.get("current-waiting"), Integer.toString(waiting)));
    }

    /** A connection ends, and another one begins. */
    void close(FuzzPair pair, boolean byQuit) {
        for (FuzzJob job : jobs.left(one -> one.holder == pair && one.wasElsewhere)) {
            call(pair, "bury {" + job.index + "} 5");
        }
        note(pair.name + (byQuit ? " quits" : " closes"));
        if (byQuit) {
            pair.theirs.send("quit\r\n");
            pair.ours.send("quit\r\n");
            if (!pair.theirs.isClosed() || !pair.ours.isClosed()) {
                throw new AssertionError("still open after quit");
            }
        }
        pair.close();
        jobs.left(job -> job.holder == pair).forEach(FuzzJob::ended);
        pairs.set(pairs.indexOf(pair), open());
        settle(0);
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
