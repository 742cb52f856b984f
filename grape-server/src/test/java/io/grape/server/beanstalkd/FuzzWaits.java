package io.grape.server.beanstalkd;

import java.util.Random;

/** Connections that wait for a job. */
final class FuzzWaits {
    private static final int OTHERS = 6;

    private final FuzzRound round;
    private final Random random;
    private final FuzzCommands commands;

    FuzzWaits(FuzzRound round, Random random, FuzzCommands commands) {
        this.round = round;
        this.random = random;
        this.commands = commands;
    }

    /** False where there is a job, or the end of a lease is near. */
    private boolean begin(FuzzPair pair, String command) {
        round.buryWhatDiffers(pair);
        if (!round.call(pair, commands.reserve()).equals("TIMED_OUT")) {
            return false;
        }
        round.sendOnly(pair, command);
        round.settle(1);
        return true;
    }

    /** One waits, while others do this and that. */
    void awaitOthers(FuzzPair waiting) {
        String command = random.nextBoolean() ? "reserve" : "reserve-with-timeout 1000000";
        if (!begin(waiting, command)) {
            return;
        }
        for (int i = 0; i < OTHERS; i++) {
            FuzzPair other = other(waiting);
            String next = commands.any(other);
            // One that made many ready at once would let it have the first one there, and the best one here.
            round.call(other, next.startsWith("kick ") ? "kick 1" : next);
            if (!round.isWaiting()) {
                round.respond(waiting, command);
                return;
            }
        }
        round.close(waiting);
    }

    private FuzzPair other(FuzzPair waiting) {
        return commands.one(round.pairs.stream().filter(pair -> pair != waiting).toList());
    }

    /** One waits until something happens by itself. Nothing else may be about to. */
    void play(FuzzPair waiting) {
        switch (random.nextInt(4)) {
            case 0 -> untilTimeout(waiting);
            case 1 -> untilJobIsDue(waiting);
            case 2 -> untilTubeIsOpen(waiting);
            default -> untilLeaseIsAboutToEnd(waiting);
        }
    }

    private void untilTimeout(FuzzPair waiting) {
        if (begin(waiting, "reserve-with-timeout 1")) {
            round.respond(waiting, "reserve-with-timeout 1");
        }
    }

    private void untilJobIsDue(FuzzPair waiting) {
        FuzzPair other = other(waiting);
        round.call(waiting, "watch a");
        round.call(other, "pause-tube a 0");
        round.call(other, "use a");
        if (begin(waiting, "reserve-with-timeout 20")) {
            round.call(other, "put 7 1 1000000 3\r\ndue");
            round.deadlines.passAll();
            round.respond(waiting, "reserve-with-timeout 20");
        }
    }

    private void untilTubeIsOpen(FuzzPair waiting) {
        FuzzPair other = other(waiting);
        round.call(waiting, "watch a");
        round.call(other, "use a");
        round.call(other, "pause-tube a 1");
        if (begin(waiting, "reserve")) {
            round.call(other, "put 7 0 1000000 4\r\nopen");
            round.deadlines.passAll();
            round.respond(waiting, "reserve");
        } else {
            round.deadlines.passAll();
        }
    }

    private void untilLeaseIsAboutToEnd(FuzzPair waiting) {
        round.call(waiting, "watch a");
        round.call(waiting, "use a");
        String put = round.call(waiting, "put 0 1000000 3 5\r\nlease");
        String job = round.name(put);
        round.call(waiting, "kick-job " + job);
        round.call(waiting, "reserve-job " + job);
        if (begin(waiting, "reserve")) {
            round.deadlines.passAll();
            round.respond(waiting, "reserve");
        }
        round.deadlines.passAll();
        round.call(waiting, "delete " + job);
    }
}
