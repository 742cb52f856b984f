package io.grape.server.beanstalkd;

import java.util.Random;
import java.util.function.Predicate;

/** Plays random commands of several connections, one after the other. */
final class FuzzPlay {
    private static final int HASTY_EVERY = 1200;
    private static final int HASTY_FOR = 40;
    private static final int MAX_JOBS = 60;
    /** Ours counts the last 32 events of a job, and between two reservations there are at most two others. */
    private static final int MAX_RESERVES = 9;

    private static final long SHORT_SECONDS = 10;

    private final FuzzRound round;
    private final Random random;
    private final FuzzCommands commands;

    FuzzPlay(FuzzRound round, Random random) {
        this.round = round;
        this.random = random;
        this.commands = new FuzzCommands(random, round);
    }

    void play(int count) {
        for (int step = 1; round.sent() < count; step++) {
            if (step % HASTY_EVERY == 0) {
                hurry();
            }
            step();
            clean();
        }
        sweep(job -> true);
        round.settle(0);
    }

    /** Some times are short; then all of them are over. */
    private void hurry() {
        commands.hasty(true);
        for (int i = 0; i < HASTY_FOR; i++) {
            step();
        }
        commands.hasty(false);
        round.deadlines.passAll();
        sweep(job -> job.ttr < SHORT_SECONDS);
    }

    private void clean() {
        sweep(job -> job.reserves >= MAX_RESERVES);
        if (round.jobs.left(job -> true).size() > MAX_JOBS) {
            sweep(job -> random.nextInt(2) == 0);
        }
    }

    private void sweep(Predicate<FuzzJob> which) {
        for (FuzzJob job : round.jobs.left(which)) {
            FuzzPair holder = job.holder;
            round.call(holder == null ? round.watcher() : holder, "delete {" + job.index + "}");
        }
    }

    private void step() {
        FuzzPair pair = commands.one(round.pairs);
        int drawn = random.nextInt(200);
        if (drawn < 36) {
            round.call(pair, commands.reserve());
        } else if (drawn < 46) {
            reserveJob(pair);
        } else if (drawn < 54) {
            round.call(pair, commands.batch(pair));
        } else if (drawn < 56) {
            round.close(pair, random.nextBoolean());
        } else if (drawn < 58) {
            await(pair);
        } else {
            round.call(pair, commands.any(pair));
        }
    }

    private void reserveJob(FuzzPair pair) {
        String job = commands.jobToReserve(pair);
        String stats = round.call(pair, "stats-job " + job);
        String response = round.call(pair, "reserve-job " + job);
        if (response.startsWith("RESERVED ")) {
            round.jobs.named(job).wasElsewhere = !stats.contains("\nstate: ready\n");
        }
    }

    /** One connection waits for a job, while others do this and that. */
    private void await(FuzzPair waiting) {
        if (!round.call(waiting, commands.reserve()).equals("TIMED_OUT")) {
            return;
        }
        String command = random.nextBoolean() ? "reserve" : "reserve-with-timeout 1000000";
        waiting.theirs.send(command + "\r\n");
        waiting.ours.send(command + "\r\n");
        round.settle(1);
        for (int i = 0; i < 6; i++) {
            FuzzPair other = commands.one(
                    round.pairs.stream().filter(pair -> pair != waiting).toList());
            round.call(other, withoutMany(other));
            if (!round.isWaiting()) {
                round.respond(waiting, command);
                return;
            }
        }
        round.close(waiting, false);
    }

    private String withoutMany(FuzzPair other) {
        String command = commands.any(other);
        return command.startsWith("kick ") ? "kick 1" : command;
    }
}
