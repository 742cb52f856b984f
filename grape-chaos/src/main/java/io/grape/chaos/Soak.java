package io.grape.chaos;

import io.grape.chaos.fault.Ground;
import io.grape.chaos.fault.Kind;
import io.grape.chaos.stage.Settings;
import io.grape.chaos.stage.Stage;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;

/** The long form: fault after fault, each in rounds of its own, over and over until the time is up. */
final class Soak {
    private final Order order;
    private final List<String> program;
    private final Path directory;
    private final Random random;
    private final long begun = System.nanoTime();
    private final Map<String, Figures> figures = new LinkedHashMap<>();
    private final Set<String> skipped = new LinkedHashSet<>();
    private final List<String> complaints = new ArrayList<>();
    private int rounds;

    Soak(Order order, List<String> program, Path directory) {
        this.order = order;
        this.program = program;
        this.directory = directory;
        this.random = new Random(order.seed());
    }

    /** Runs each fault at least once. */
    void run() throws IOException {
        for (int cycle = 0; cycle == 0 || !isOver(); cycle++) {
            for (Ground<?> ground : Ground.ALL) {
                run(ground.only(order.only()), cycle == 0);
            }
        }
    }

    private boolean isOver() {
        return System.nanoTime() - begun > order.length().toNanos();
    }

    private <S extends Stage> void run(Ground<S> ground, boolean isFirst) throws IOException {
        if (ground.kinds().isEmpty() || (isOver() && !isFirst)) {
            return;
        }
        List<Kind<S>> left = new ArrayList<>(ground.kinds());
        while (!left.isEmpty() && (isFirst || !isOver())) {
            run(ground, left, isFirst);
        }
    }

    /** On a stage of its own; once a kind brings that down, those that are left need another. */
    private <S extends Stage> void run(Ground<S> ground, List<Kind<S>> left, boolean isFirst) throws IOException {
        Path files = Files.createTempDirectory(Files.createDirectories(directory), ground.name() + "-");
        String at = ground.name();
        try (S stage = ground.opener().apply(new Settings(program, files, order.brokers()))) {
            while (!left.isEmpty() && (isFirst || !isOver())) {
                List<Kind<S>> next = left.subList(0, order.isMixed() ? left.size() : 1);
                List<Kind<S>> kinds = List.copyOf(next);
                next.clear();
                at = order.isMixed() ? ground.name() + "-mix" : kinds.get(0).name();
                run(ground, stage, kinds, at);
            }
        } catch (RuntimeException e) {
            complain(at, e + "; its files are in " + files);
            if (at.equals(ground.name())) {
                left.clear();
            }
        }
    }

    private void complain(String name, String complaint) {
        complaints.add(name + ": " + complaint);
        System.out.println("WRONG " + name + ": " + complaint);
    }

    private <S extends Stage> void run(Ground<S> ground, S stage, List<Kind<S>> kinds, String title) {
        Round.Pace pace = new Round.Pace(false, order.jobsPerSecond());
        String name = title + "-" + rounds++;
        List<Kind<S>> times = new ArrayList<>();
        Collections.nCopies(order.times(), kinds).forEach(times::addAll);
        Collections.shuffle(times, random);
        Result result = new Round<>(ground, stage, pace, name, random.nextLong()).run(times);
        if (!result.broken().isEmpty()) {
            figures.computeIfAbsent(title, unused -> new Figures()).add(result);
        }
        skipped.addAll(result.skipped());
        result.complaints().forEach(complaint -> complain(name, complaint));
        System.out.println(name + ": " + result.verdict().produced() + " produced, "
                + result.verdict().violations().size() + " violations, "
                + result.complaints().size() + " wrong");
    }

    Map<String, Figures> figures() {
        return figures;
    }

    /** Faults that cannot be had on this machine. */
    Set<String> skipped() {
        return skipped;
    }

    /** What no fault excuses. */
    List<String> complaints() {
        return complaints;
    }
}
