package io.grape.chaos;

import io.grape.chaos.fault.Environment;
import io.grape.chaos.fault.FaultType;
import java.time.Duration;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.Stream;

/**
 * What the command line asks for.
 *
 * @param only names of faults
 * @param isMixed whether faults of one topology break one load, in random order
 * @param out a file for the figures, empty = that of the build
 */
record Arguments(
        Duration length,
        long seed,
        List<String> only,
        boolean isMixed,
        int brokers,
        int jobsPerSecond,
        int times,
        String out) {
    private static final Map<String, String> DEFAULTS = Map.of(
            "minutes",
            "60",
            "seed",
            "",
            "only",
            "",
            "mix",
            "no",
            "brokers",
            "3",
            "jobs-per-second",
            "300",
            "times",
            "3",
            "out",
            "");

    Arguments {
        only = List.copyOf(only);
    }

    /** Refuses what is unknown or makes no sense. */
    static Arguments read(List<String> arguments) {
        Map<String, String> values = values(arguments);
        String seed = values.getOrDefault("seed", "");
        return new Arguments(
                Duration.ofMinutes(number(values, "minutes", 1, 10_000)),
                seed.isEmpty() ? new Random().nextInt(Integer.MAX_VALUE) : number(values, "seed", 0, Long.MAX_VALUE),
                names(values.getOrDefault("only", "")),
                yes(values, "mix"),
                (int) number(values, "brokers", 2, 20),
                (int) number(values, "jobs-per-second", 1, 10_000),
                (int) number(values, "times", 1, 1000),
                values.getOrDefault("out", ""));
    }

    private static Map<String, String> values(List<String> arguments) {
        Map<String, String> values = new HashMap<>(DEFAULTS);
        for (int i = 0; i < arguments.size(); i++) {
            String[] option = arguments.get(i).split("=", 2);
            String name = option[0].replaceFirst("^--", "");
            if (!option[0].startsWith("--") || !DEFAULTS.containsKey(name)) {
                throw new UsageFailure("unknown option: " + option[0]);
            }
            if (option.length == 1 && ++i == arguments.size()) {
                throw new UsageFailure("--" + name + ": expected a value, got nothing");
            }
            values.put(name, option.length == 2 ? option[1] : arguments.get(i));
        }
        return values;
    }

    private static long number(Map<String, String> values, String name, long least, long most) {
        String value = values.getOrDefault(name, "");
        if (!value.matches("[0-9]{1,18}") || Long.parseLong(value) < least || Long.parseLong(value) > most) {
            throw new UsageFailure(
                    "--" + name + ": expected a number from " + least + " to " + most + ", got " + value);
        }
        return Long.parseLong(value);
    }

    private static boolean yes(Map<String, String> values, String name) {
        String value = values.getOrDefault(name, "");
        if (!value.matches("yes|no")) {
            throw new UsageFailure("--" + name + ": expected yes or no, got " + value);
        }
        return value.equals("yes");
    }

    private static List<String> names(String only) {
        List<String> known = kinds().map(FaultType::name).distinct().toList();
        if (only.isEmpty()) {
            return known;
        }
        List<String> wanted = Arrays.asList(only.split(",", -1));
        wanted.stream().filter(name -> !known.contains(name)).forEach(name -> {
            throw new UsageFailure("--only: expected some of " + String.join(", ", known) + ", got " + name);
        });
        return wanted;
    }

    private static Stream<? extends FaultType<?>> kinds() {
        return Environment.ALL.stream().flatMap(ground -> ground.kinds().stream());
    }

    /** What {@code --help} says. */
    static String help() {
        StringBuilder text = new StringBuilder("""
                usage: ./grape chaos [options]

                Breaks brokers and what they run on, under load, and checks what their clients saw: nothing lost, invented,
                run twice or too early, no two leases at a time. Exit status 1 when something is wrong.

                  --minutes 60           how long; each fault that is asked for happens at least once
                  --seed N               repeats the randomness of a run; it is printed
                  --only A,B             only these faults
                  --mix no               yes: faults of one topology under one load, in random order
                  --brokers 3            how many brokers
                  --jobs-per-second 300  how many jobs are produced
                  --times 3              how often a fault happens before what is left is consumed and checked
                  --out FILE             where the figures go as JSON; default: target/chaos/chaos.json

                Faults:
                """);
        kinds().map(kind -> String.format("  %-26s %s%n", kind.name(), kind.meaning()))
                .distinct()
                .forEach(text::append);
        return text.append("\nWhat is promised, and the figures of a run: docs/guarantees.md\n")
                .toString();
    }
}
