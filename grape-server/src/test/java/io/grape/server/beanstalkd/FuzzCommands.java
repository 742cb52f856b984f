package io.grape.server.beanstalkd;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Random;

/** Draws commands. */
final class FuzzCommands {
    static final List<String> TUBES = List.of("default", "a", "b-2", "x.y$(z);/+_-", "n".repeat(190));

    private static final List<String> WRONG = List.of(
            "",
            " ",
            "foo",
            "PUT 0 0 0 0",
            "put",
            "put 0 0 0",
            "put 0 0 0 x",
            "put 4294967296 0 0 0",
            "put 0 4294967296 0 0",
            "put 0 0 4294967296 0",
            "put 0 0 0 1 ",
            "put 0 0 0 1 x",
            "use",
            "use ",
            "use -a",
            "use a b",
            "use  a",
            "use " + "u".repeat(201),
            "use a!",
            "watch ",
            "watch -",
            "watch " + "u".repeat(210),
            "ignore ",
            "ignore -x",
            "ignore none",
            "reserve ",
            "reservex",
            "reserve 1",
            "reserve-with-timeout",
            "reserve-job",
            "reserve-job ",
            "reserve-job x",
            "reserve-job 1x",
            "reserve-job 18446744073709551616",
            "reserve-job 18446744073709551615",
            "delete",
            "delete ",
            "delete x",
            "delete 0",
            "delete 18446744073709551615",
            "delete 18446744073709551616",
            "delete 0 ",
            "release 0",
            "release 0 1",
            "release 0 1 0 ",
            "release 0 1 0 x",
            "release 0 4294967296 0",
            "release 0 0 4294967296",
            "release 0 0 0",
            "bury",
            "bury 0",
            "bury 0 x",
            "bury 0 0 0",
            "bury 0 0",
            "touch",
            "touch x",
            "touch 0",
            "touch 0 0",
            "peek",
            "peek ",
            "peek x",
            "peek 0",
            "peek-",
            "peek-foo",
            "peek-ready ",
            "peek-readyx",
            "peek-delayed x",
            "peek-buriedx",
            "kick",
            "kick ",
            "kick x",
            "kick-job",
            "kick-job ",
            "kick-job x",
            "kick-job 0",
            "kick-job 0 0",
            "stats ",
            "statsx",
            "stats-job",
            "stats-job ",
            "stats-job x",
            "stats-job 0",
            "stats-job 9223372036854775808",
            "stats-tube",
            "stats-tube ",
            "stats-tube -",
            "stats-tube none",
            "stats-tube " + "t".repeat(200),
            "stats-tube " + "t".repeat(201),
            "stats-tube default ",
            "list",
            "list-tubes ",
            "list-tubesx",
            "list-tube-used ",
            "list-tubes-watchedx",
            "pause-tube",
            "pause-tube ",
            "pause-tube default",
            "pause-tube default ",
            "pause-tube default x",
            "pause-tube default 1 ",
            "pause-tube default 4294967296",
            "pause-tube none 100",
            "pause-tube -a 100",
            "l".repeat(222),
            "l".repeat(300),
            "put " + "1".repeat(300),
            "a\0b",
            "use a\0b",
            "put 0 0 0 3\r\nabc..",
            "put 0 0 0 0\r\n..");

    private static final long FAR_SECONDS = 100_000;

    private final Random random;
    private final FuzzRound round;
    private boolean isHasty;
    private int times;

    FuzzCommands(Random random, FuzzRound round) {
        this.random = random;
        this.round = round;
    }

    /** While this is so, some times are short. */
    void hasty(boolean now) {
        isHasty = now;
    }

    int upTo(int bound) {
        return random.nextInt(bound);
    }

    <T> T one(List<T> of) {
        return of.get(random.nextInt(of.size()));
    }

    private String tube() {
        return one(TUBES);
    }

    private long priority() {
        return switch (random.nextInt(8)) {
            case 0 -> 0;
            case 1 -> 4_294_967_295L;
            case 2 -> 1023;
            case 3, 4, 5 -> 1024;
            default -> random.nextInt(2000);
        };
    }

    /** No two long ones are the same, so that the order of delayed jobs is known. */
    private long seconds() {
        times++;
        if (isHasty && random.nextInt(2) == 0) {
            return 1L + random.nextInt(3);
        }
        return random.nextInt(20) == 0 ? 4_294_967_295L - times : FAR_SECONDS + 10_000L * random.nextInt(1000) + times;
    }

    private long delay() {
        return random.nextInt(3) == 0 ? seconds() : 0;
    }

    String put() {
        long ttr = isHasty && random.nextInt(6) == 0 ? 0 : seconds();
        String body = body();
        return String.format(Locale.ROOT, "put %d %d %d %d\r\n%s", priority(), delay(), ttr, body.length(), body);
    }

    private String body() {
        return switch (random.nextInt(200)) {
            case 0 -> "z".repeat(65_535);
            case 1 -> "z".repeat(65_536);
            case 2 -> "z".repeat(5000 + random.nextInt(5000));
            case 3, 4, 5, 6, 7 -> "";
            case 8, 9, 10 -> "\0\r\n\u00ff put 0 0 0 0\r\n";
            default -> "job " + random.nextInt();
        };
    }

    /** One of the last jobs mostly, or that this one holds. */
    private String job(FuzzPair pair) {
        List<FuzzJob> left = round.jobs.left(job -> true);
        List<FuzzJob> held = round.jobs.left(job -> job.holder == pair);
        if (left.isEmpty()) {
            return "0";
        }
        FuzzJob chosen = !held.isEmpty() && random.nextInt(4) > 0 ? one(held) : one(left);
        return "{" + chosen.index + "}";
    }

    String reserve() {
        return "reserve-with-timeout 0";
    }

    /** Of one job, without reserving it. */
    String ofJob(FuzzPair pair) {
        String job = job(pair);
        return switch (random.nextInt(20)) {
            case 0, 1, 2, 3 -> "delete " + job;
            case 4, 5, 6, 7 -> "release " + job + " " + priority() + " " + delay();
            case 8, 9, 10 -> "bury " + job + " " + priority();
            case 11 -> "touch " + job;
            case 12, 13 -> "peek " + job;
            case 14, 15 -> "kick-job " + job;
            default -> "stats-job " + job;
        };
    }

    String ofTube() {
        return switch (random.nextInt(14)) {
            case 0, 1, 2 -> "use " + tube();
            case 3, 4 -> "watch " + tube();
            case 5 -> "ignore " + tube();
            case 6, 7 -> "stats-tube " + tube();
            case 8 -> "list-tubes";
            case 9 -> "list-tube-used";
            case 10 -> "list-tubes-watched";
            case 11 -> "stats";
            default ->
                "pause-tube" + one(List.of(" ", "  ", "")) + tube() + " " + (random.nextInt(4) == 0 ? seconds() : 0);
        };
    }

    String first() {
        return one(List.of("peek-ready", "peek-delayed", "peek-buried"));
    }

    String kick() {
        return "kick " + one(List.of("0", "1", "1", "2", "3", "1000", "4294967295"));
    }

    String wrong() {
        return one(WRONG);
    }

    String any(FuzzPair pair) {
        int drawn = random.nextInt(100);
        if (drawn < 25) {
            return put();
        }
        if (drawn < 60) {
            return ofJob(pair);
        }
        if (drawn < 80) {
            return ofTube();
        }
        if (drawn < 88) {
            return first();
        }
        return drawn < 93 ? kick() : wrong();
    }

    List<String> batch(FuzzPair pair) {
        List<String> commands = new ArrayList<>();
        for (int i = 2 + random.nextInt(8); i > 0; i--) {
            String command = any(pair);
            // What follows a line that is too long is lost on the original, and of peek-ready it must be seen why it
            // differs.
            if (command.length() < 220 && !command.equals("peek-ready")) {
                commands.add(command);
            }
        }
        return commands;
    }

    String jobToReserve(FuzzPair pair) {
        return job(pair);
    }
}
