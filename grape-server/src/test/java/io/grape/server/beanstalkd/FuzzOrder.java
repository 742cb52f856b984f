package io.grape.server.beanstalkd;

import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;

/**
 * Ready jobs of one priority may come in another order: the original goes by their numbers, ours by the time at which they became ready.
 * Whoever gets another one of the same priority is given the same one. Of delayed jobs that are due in the same ms, ours shows the more
 * urgent one first.
 */
final class FuzzOrder {
    private final FuzzRound round;
    private final FuzzPair pair;

    FuzzOrder(FuzzRound round, FuzzPair pair) {
        this.round = round;
        this.pair = pair;
    }

    /** The responses that count; fails where the order does not explain the difference. */
    FuzzPair.Two settle(String command, FuzzPair.Two two) {
        if (command.equals("peek-delayed") && areDueTogether(two)) {
            return two;
        }
        boolean isReserve = two.theirs().startsWith("RESERVED ") && two.ours().startsWith("RESERVED ");
        boolean isPeek = command.equals("peek-ready")
                && two.theirs().startsWith("FOUND ")
                && two.ours().startsWith("FOUND ");
        if (!isPeek && (!isReserve || command.startsWith("reserve-job"))) {
            throw round.difference(command, two);
        }
        FuzzJob theirs = round.jobs.ofTheirs(FuzzResponses.id(two.theirs()));
        FuzzJob ours = round.jobs.ofOurs(FuzzResponses.id(two.ours()));
        long priority = check(command, two, theirs, ours, isPeek);
        if (isPeek) {
            return two;
        }
        String released = pair.theirs.call("release " + theirs.theirs + " " + priority + " 0");
        String reserved = pair.theirs.call("reserve-job " + ours.theirs);
        round.releasedThere(theirs);
        if (!released.equals("RELEASED") || !reserved.startsWith("RESERVED ")) {
            throw round.difference(command + " settled by " + released + " " + reserved, two);
        }
        return new FuzzPair.Two(reserved, two.ours());
    }

    /** Delayed by as many seconds, under different priorities: perhaps due in the same ms, where ours shows the more urgent one. */
    private boolean areDueTogether(FuzzPair.Two two) {
        if (!two.theirs().startsWith("FOUND ") || !two.ours().startsWith("FOUND ")) {
            return false;
        }
        Map<String, String> theirs = stats(pair.ours, round.jobs.ofTheirs(FuzzResponses.id(two.theirs())).ours);
        Map<String, String> ours = stats(pair.ours, round.jobs.ofOurs(FuzzResponses.id(two.ours())).ours);
        return List.of(theirs, ours).stream().allMatch(job -> "delayed".equals(job.get("state")))
                && Objects.equals(theirs.get("delay"), ours.get("delay"))
                && Objects.equals(theirs.get("age"), ours.get("age"))
                && priority(ours) < priority(theirs);
    }

    private static long priority(Map<String, String> job) {
        return Long.parseLong(job.getOrDefault("pri", "0"));
    }

    /** Both are ready, but where they were just reserved, of one priority, where this connection may get them. */
    private long check(String command, FuzzPair.Two two, FuzzJob theirs, FuzzJob ours, boolean isPeek) {
        Map<String, String> theirsThere = stats(pair.theirs, theirs.theirs);
        Map<String, String> oursThere = stats(pair.theirs, ours.theirs);
        Map<String, String> theirsHere = stats(pair.ours, theirs.ours);
        Map<String, String> oursHere = stats(pair.ours, ours.ours);
        String priority = theirsThere.getOrDefault("pri", "none");
        boolean areOfOnePriority =
                List.of(oursThere, theirsHere, oursHere).stream().allMatch(job -> priority.equals(job.get("pri")));
        boolean areReady =
                isReady(oursThere) && isReady(theirsHere) && (!isPeek || (isReady(theirsThere) && isReady(oursHere)));
        if (!areOfOnePriority || !areReady || !mayGet(oursThere, theirsThere, isPeek)) {
            throw round.difference(
                    command
                            + String.format(
                                    Locale.ROOT,
                                    "; {%d} there %s here %s; {%d} there %s here %s",
                                    theirs.index,
                                    theirsThere,
                                    theirsHere,
                                    ours.index,
                                    oursThere,
                                    oursHere),
                    two);
        }
        return Long.parseLong(priority);
    }

    private static boolean isReady(Map<String, String> job) {
        return "ready".equals(job.get("state"));
    }

    private boolean mayGet(Map<String, String> ours, Map<String, String> theirs, boolean isPeek) {
        String tube = ours.getOrDefault("tube", "none");
        if (isPeek) {
            return tube.equals(theirs.get("tube"));
        }
        String watched = "list-tubes-watched";
        String about = "stats-tube " + tube;
        boolean isWatched = FuzzResponses.yaml(pair.theirs.call(watched)).containsKey("- " + tube)
                && FuzzResponses.yaml(pair.ours.call(watched)).containsKey("- " + tube);
        boolean isOpen = "0".equals(FuzzResponses.yaml(pair.theirs.call(about)).get("pause"))
                && "0".equals(FuzzResponses.yaml(pair.ours.call(about)).get("pause"));
        return isWatched && isOpen;
    }

    private static Map<String, String> stats(WireClient client, long number) {
        return FuzzResponses.yaml(client.call("stats-job " + number));
    }
}
