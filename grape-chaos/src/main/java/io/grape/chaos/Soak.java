package io.grape.chaos;

import io.grape.chaos.fault.Environment;
import io.grape.chaos.fault.FaultType;
import io.grape.chaos.fault.Upgrade;
import io.grape.chaos.stage.Deployment;
import io.grape.chaos.stage.Settings;
import io.grape.chaos.stage.Standalone;
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
    private final Arguments order;
    private final List<String> program;
    private final Path directory;
    private final Random random;
    private final long begun = System.nanoTime();
    private final Map<String, FaultTotals> figures = new LinkedHashMap<>();
    private final Set<String> skipped = new LinkedHashSet<>();
    private final List<String> complaints = new ArrayList<>();
    private int rounds;

    Soak(Arguments order, List<String> program, Path directory) {
        this.order = order;
        this.program = program;
        this.directory = directory;
        this.random = new Random(order.seed());
    }

    /** Replaces all brokers of an earlier release by those of this one, and back, until the time is up. */
    void upgrade(List<String> earlier) throws IOException {
        Environment<Standalone> ground = Upgrade.between(earlier, program);
        for (int cycle = 0; cycle == 0 || !isOver(); cycle++) {
            Path files = files(ground);
            try (Standalone stage = ground.opener().apply(settings(earlier, files))) {
                run(ground, stage, ground.kinds(), ground.name());
            } catch (RuntimeException e) {
                complain(ground.name(), e + "; its files are in " + files);
            }
        }
    }

    /** Runs each fault at least once. */
    void run() throws IOException {
        for (int cycle = 0; cycle == 0 || !isOver(); cycle++) {
            for (Environment<?> ground : Environment.ALL) {
                run(ground.only(order.only()), cycle == 0);
            }
        }
    }

    private boolean isOver() {
        return System.nanoTime() - begun > order.length().toNanos();
    }

    private <S extends Deployment> void run(Environment<S> ground, boolean isFirst) throws IOException {
        if (ground.kinds().isEmpty() || (isOver() && !isFirst)) {
            return;
        }
        List<FaultType<S>> left = new ArrayList<>(ground.kinds());
        while (!left.isEmpty() && (isFirst || !isOver())) {
            run(ground, left, isFirst);
        }
    }

    /** On a stage of its own; once a kind brings that down, those that are left need another. */
    private <S extends Deployment> void run(Environment<S> ground, List<FaultType<S>> left, boolean isFirst)
            throws IOException {
        Path files = files(ground);
        String at = ground.name();
        try (S stage = ground.opener().apply(settings(program, files))) {
            while (!left.isEmpty() && (isFirst || !isOver())) {
                List<FaultType<S>> next = left.subList(0, order.isMixed() ? left.size() : 1);
                List<FaultType<S>> kinds = List.copyOf(next);
                next.clear();
                at = order.isMixed() ? ground.name() + "-mix" : kinds.get(0).name();
                run(ground, stage, shuffled(kinds), at);
            }
        } catch (RuntimeException e) {
            complain(at, e + "; its files are in " + files);
            if (at.equals(ground.name())) {
                left.clear();
            }
        }
    }

    private Path files(Environment<?> ground) throws IOException {
        return Files.createTempDirectory(Files.createDirectories(directory), ground.name() + "-");
    }

    private Settings settings(List<String> ofEach, Path files) {
        return new Settings(Collections.nCopies(order.brokers(), ofEach), files);
    }

    private <S extends Deployment> List<FaultType<S>> shuffled(List<FaultType<S>> kinds) {
        List<FaultType<S>> times = new ArrayList<>();
        Collections.nCopies(order.times(), kinds).forEach(times::addAll);
        Collections.shuffle(times, random);
        return times;
    }

    private void complain(String name, String complaint) {
        complaints.add(name + ": " + complaint);
        System.out.println("WRONG " + name + ": " + complaint);
    }

    private <S extends Deployment> void run(Environment<S> ground, S stage, List<FaultType<S>> times, String title) {
        Round.Intensity intensity = new Round.Intensity(false, order.jobsPerSecond(), false);
        String name = title + "-" + rounds++;
        Result result = new Round<>(ground, stage, intensity, name, random.nextLong()).run(times);
        if (!result.broken().isEmpty()) {
            figures.computeIfAbsent(title, unused -> new FaultTotals()).add(result);
        }
        skipped.addAll(result.skipped());
        result.complaints().forEach(complaint -> complain(name, complaint));
        System.out.println(name + ": " + result.verdict().produced() + " produced, "
                + result.verdict().violations().size() + " violations, "
                + result.complaints().size() + " wrong");
    }

    Map<String, FaultTotals> figures() {
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
