package io.grape.chaos;

import io.grape.chaos.fault.Environment;
import io.grape.chaos.fault.FaultType;
import io.grape.command.Option;
import io.grape.command.ValueType;
import io.grape.command.Words;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import java.util.stream.Stream;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParseResult;

/**
 * What the command line asks for.
 *
 * @param only names of faults
 * @param isMixed whether faults of one topology break one load, in random order
 * @param out a file for the figures, empty = that of the build
 * @param upgradeFrom the commit of the release whose brokers are replaced, empty = none are
 */
record Arguments(
        Duration length,
        long seed,
        List<String> only,
        boolean isMixed,
        int brokers,
        int jobsPerSecond,
        int times,
        String out,
        String upgradeFrom) {
    static final String NAME = "chaos";

    private static final List<? extends FaultType<?>> FAULTS =
            Environment.ALL.stream().flatMap(ground -> ground.kinds().stream()).toList();
    private static final List<String> NAMES =
            FAULTS.stream().map(FaultType::name).distinct().toList();

    private static final ValueType<Long> SEED_TYPE =
            ValueType.text("N", "a number of at most 18 digits", "[0-9]{1,18}").map(Long::valueOf);

    private static final Option<Integer> MINUTES = new Option<>(
            "minutes",
            ValueType.integer(1, 10_000),
            "60",
            "how long; each fault that is asked for happens at least once");
    private static final Option<Long> SEED =
            new Option<>("seed", SEED_TYPE, null, "repeats the randomness of a run; it is printed");
    private static final Option<List<String>> ONLY =
            new Option<>("only", ValueType.some("FAULT,...", NAMES), "all", "only these faults");
    private static final Option<String> MIX = new Option<>(
            "mix",
            ValueType.oneOf("yes|no", "yes or no", "yes", "no"),
            "no",
            "yes: faults of one topology under one load, in random order");
    private static final Option<Integer> BROKERS =
            new Option<>("brokers", ValueType.integer(2, 20), "3", "how many brokers");
    private static final Option<Integer> JOBS =
            new Option<>("jobs-per-second", ValueType.integer(1, 10_000), "300", "how many jobs are produced");
    private static final Option<Integer> TIMES = new Option<>(
            "times",
            ValueType.integer(1, 1000),
            "3",
            "how often a fault happens before what is left is consumed and checked");
    private static final Option<String> OUT = new Option<>(
            "out",
            ValueType.text("FILE", "a file", ".+"),
            null,
            "where the figures go as JSON; without it target/chaos/chaos.json");

    private static final Option<String> UPGRADE_FROM = new Option<>(
            "upgrade-from",
            ValueType.text("REF", "a commit, as git names it", "[^-].*"),
            null,
            "in place of the faults: brokers of that commit are replaced by those built here, and back, under load; "
                    + "without --only, --mix and --times");

    Arguments {
        only = List.copyOf(only);
    }

    /** The word itself. */
    static CommandSpec word() {
        List<String> footer = new ArrayList<>(List.of("", "Faults:"));
        FAULTS.stream()
                .map(fault -> String.format(Locale.ROOT, "  %-26s %s", fault.name(), fault.meaning()))
                .distinct()
                .forEach(footer::add);
        footer.addAll(List.of("", "What is promised, and the figures of a run: docs/guarantees.md"));
        CommandSpec word = Words.set(
                CommandSpec.create().name(NAME),
                "builds if needed, then breaks brokers and what they run on, under load, and checks what their clients saw:",
                "nothing lost, invented, run twice or too early, no two leases at a time.",
                "Exit status 1 when something is wrong.");
        word.usageMessage().footer(footer.toArray(String[]::new));
        return Words.add(
                word, List.of(MINUTES, SEED, ONLY, MIX, BROKERS, JOBS, TIMES, OUT, UPGRADE_FROM), option -> true);
    }

    /** Fails with BAD_REQUEST where something is unknown or makes no sense. */
    static ParseResult parse(List<String> arguments) {
        return Words.read(
                List.of(word()),
                Stream.concat(Stream.of(NAME), arguments.stream()).toList());
    }

    /** Fails with BAD_REQUEST at options of faults where there are none. */
    static Arguments of(ParseResult launcher) {
        ParseResult read = launcher.subcommand();
        if (UPGRADE_FROM.find(read).isPresent()) {
            Stream.of(ONLY, MIX, TIMES)
                    .map(Option::flag)
                    .filter(read::hasMatchedOption)
                    .findFirst()
                    .ifPresent(flag -> {
                        throw Words.usage(flag + ": expected without --upgrade-from, which has no faults to choose");
                    });
        }
        return new Arguments(
                Duration.ofMinutes(MINUTES.get(read)),
                SEED.find(read).orElseGet(() -> (long) new Random().nextInt(Integer.MAX_VALUE)),
                ONLY.get(read),
                MIX.get(read).equals("yes"),
                BROKERS.get(read),
                JOBS.get(read),
                TIMES.get(read),
                OUT.find(read).orElse(""),
                UPGRADE_FROM.find(read).orElse(""));
    }
}
