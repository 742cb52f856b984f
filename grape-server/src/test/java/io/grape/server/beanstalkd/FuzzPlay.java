package io.grape.server.beanstalkd;

import java.util.List;
import java.util.Random;
import java.util.function.Predicate;

/** Plays random commands of several connections, one after the other. */
final class FuzzPlay {
    private static final int HASTY_EVERY = 1300;
    private static final int HASTY_STEPS = 40;
    private static final int MAX_JOBS = 60;
    /** Ours counts the last 32 events of a job, and between two reservations there are at most two others. */
    private static final int MAX_RESERVES = 9;

    private static final long SHORT_SECONDS = 10;

    private final FuzzRound round;
    private final Random random;
    private final FuzzCommands commands;
    private final FuzzWaits waits;
    private boolean isHurrying;

    FuzzPlay(FuzzRound round, Random random) {
        this.round = round;
        this.random = random;
        this.commands = new FuzzCommands(random, round);
        this.waits = new FuzzWaits(round, random, commands);
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
        isHurrying = true;
        commands.hasty(true);
        steps(HASTY_STEPS);
        commands.hasty(false);
        steps(HASTY_STEPS);
        round.deadlines.passAll();
        sweep(job -> job.ttr < SHORT_SECONDS);
        isHurrying = false;
        waits.play(commands.one(round.pairs));
    }

    private void steps(int count) {
        for (int i = 0; i < count; i++) {
            step();
        }
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
            List<String> batch = commands.batch(pair);
            batch.add(commands.reserve());
            round.call(pair, batch);
        } else if (drawn < 56) {
            end(pair);
        } else if (drawn < 58 && !isHurrying) {
            waits.awaitOthers(pair);
        } else {
            round.call(pair, commands.any(pair));
        }
    }

    private void end(FuzzPair pair) {
        round.buryWhatDiffers(pair);
        switch (random.nextInt(3)) {
            case 0 -> round.close(pair);
            case 1 -> round.quit(pair);
            // Without a reserve: it could not be given another job.
            default -> round.halfClose(pair, commands.batch(pair));
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
}
