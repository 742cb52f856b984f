package io.grape.chaos;

import io.grape.chaos.fault.Environment;
import io.grape.chaos.fault.Fault;
import io.grape.chaos.fault.FaultContext;
import io.grape.chaos.fault.FaultType;
import io.grape.chaos.history.Checker;
import io.grape.chaos.history.Entry;
import io.grape.chaos.history.Span;
import io.grape.chaos.history.Verdict;
import io.grape.chaos.history.Violation;
import io.grape.chaos.load.Load;
import io.grape.chaos.load.LoadOptions;
import io.grape.chaos.load.TubeSharing;
import io.grape.chaos.sdk.SdkLoad;
import io.grape.chaos.stage.Deployment;
import io.grape.harness.Sleep;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** One load, under which things break one after the other; then what is left is consumed, and what clients saw is checked. */
final class Round<S extends Deployment> {
    private static final Duration DRAIN = Duration.ofSeconds(60);
    private static final long CALM_MILLIS = 700;
    private static final long SHORT_CALM_MILLIS = 200;
    private static final int TUBES = 3;
    private static final int PRODUCERS = 4;
    private static final int CONSUMERS = 8;

    private final Environment<S> ground;
    private final S stage;
    private final Intensity intensity;
    private final Random random;
    private final String name;
    private final List<Result.Broken> broken = new ArrayList<>();
    private final List<String> skipped = new ArrayList<>();
    private final List<String> troubles = new ArrayList<>();

    /** How long and how hard; and whether brokers of an earlier release are among them, which know no keys. */
    record Intensity(boolean isShort, int jobsPerSecond, boolean isMixed) {}

    /** @param name of the round, with which tubes begin that no other round uses */
    Round(Environment<S> ground, S stage, Intensity intensity, String name, long seed) {
        this.ground = ground;
        this.stage = stage;
        this.intensity = intensity;
        this.name = name;
        this.random = new Random(seed);
    }

    /** Runs it; what cannot be done here is said loudly and left out. */
    Result run(List<FaultType<S>> kinds) {
        LoadOptions terms = new LoadOptions(
                stage.http(),
                tubes(),
                ground.ack(),
                PRODUCERS,
                CONSUMERS,
                intensity.jobsPerSecond(),
                intensity.isMixed(),
                random.nextLong());
        try (Load load = Load.start(terms);
                SdkLoad sdk = hasSdk() ? SdkLoad.start(name + "-sdk", stage.http(), stage.files(), random) : null) {
            Optional<SdkLoad> ofSdk = Optional.ofNullable(sdk);
            FaultContext<S> scene = new FaultContext<>(stage, load, ofSdk, random, intensity.isShort());
            Sleep.millis(intensity.isShort() ? SHORT_CALM_MILLIS : CALM_MILLIS);
            for (FaultType<S> kind : kinds) {
                breakIt(kind, kind.at(scene), load);
            }
            load.drain(DRAIN).ifPresent(troubles::add);
            ofSdk.ifPresent(it -> troubles.addAll(it.drain(DRAIN)));
            Verdict verdict = Checker.check(load.history(), load.left());
            troubles.addAll(load.unbalanced());
            troubles.addAll(load.odd());
            return result(verdict);
        }
    }

    private boolean hasSdk() {
        return !ground.mayLose() && !intensity.isMixed();
    }

    /** Some of which have keys, where all brokers know keys. */
    private List<String> tubes() {
        return !intensity.isMixed()
                ? Stream.of(TubeSharing.values())
                        .map(sharing -> sharing.named(name))
                        .toList()
                : IntStream.range(0, TUBES).mapToObj(i -> name + "-" + i).toList();
    }

    private void breakIt(FaultType<S> kind, Fault fault, Load load) {
        Optional<String> missing = fault.missing();
        if (missing.isPresent()) {
            System.err.println("grape chaos: SKIPPED: " + kind.name() + " was NOT tried: " + missing.get());
            skipped.add(kind.name());
            return;
        }
        fault.prepare();
        load.pulse().start();
        long begun = System.nanoTime();
        fault.run();
        load.history().add(new Entry.Fault(kind.name(), fault.undoes(), new Span(begun, System.nanoTime())));
        fault.mend();
        stage.awaitWhole();
        long mended = System.nanoTime();
        Sleep.until("a call to succeed after " + kind.name(), () -> load.pulse().isSince(mended));
        Duration gap = load.pulse().longest();
        Span span = new Span(begun, System.nanoTime());
        Sleep.millis(intensity.isShort() ? SHORT_CALM_MILLIS : CALM_MILLIS);
        broken.add(new Result.Broken(kind.name(), gap));
        fault.objection(during(span, load)).ifPresent(said -> troubles.add(kind.name() + ": " + said));
    }

    /** Calls that began meanwhile: one that began before may be for what was broken then. */
    private static List<Entry> during(Span span, Load load) {
        return load.history().entries().stream()
                .filter(entry -> entry.span().begunNanos() - span.begunNanos() >= 0 && !span.isBefore(entry.span()))
                .toList();
    }

    private Result result(Verdict verdict) {
        if (!ground.mayLose()) {
            verdict.violations().stream()
                    .filter(violation -> violation.kind() == Violation.Kind.LOST)
                    .filter(violation -> violation.excuse().isPresent())
                    .forEach(violation -> troubles.add("lost where nothing may be: " + violation));
        }
        return new Result(broken, skipped, verdict, LossWindow.of(verdict), troubles);
    }
}
