package io.grape.bench.scenario;

import io.grape.bench.load.BeanstalkdDialect;
import io.grape.bench.load.Payload;
import io.grape.bench.report.Report;
import io.grape.bench.stage.Allocations;
import io.grape.bench.stage.Beanstalkd;
import io.grape.bench.stage.ResourceUse;
import io.grape.bench.stage.Stage;
import io.grape.bench.stage.StageSettings;
import io.grape.command.Option;
import io.grape.command.ValueType;
import io.grape.harness.CommitBuild;
import io.grape.harness.HarnessFailure;
import io.grape.harness.RunningBroker;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** Whole lives under several conditions: beside a peer, or beside another commit of this repository. */
abstract class ComparedScenario extends StagedScenario {
    static final Option<Integer> PAYLOAD =
            new Option<>("payload", ValueType.integer(30, 100_000), "100", "bytes of a payload");
    static final Option<Integer> PEER =
            CommonOptions.whole("beanstalkd-connections", 64, "connections to the beanstalkd that is paired with");
    static final Option<Boolean> ALONE = Option.flag("alone", "no beanstalkd");
    static final Option<String> AGAINST = new Option<>(
            "against", CommonOptions.TEXT, null, "another commit, which is built and run in turn with this one");
    /** Each meets what else happens on the machine. */
    static final int MIN_RUNS_AGAINST = 5;

    private static final List<String> FIGURES =
            List.of("broker us", "redis us", "generator us", "jobs/run", "allocated KiB", "lives/s");

    ComparedScenario(String name, String purpose, Option<?>... own) {
        super(name, purpose, own);
    }

    /** The conditions, for one broker. */
    abstract List<Subject> subjects(ScenarioOptions given, Stage stage, RunningBroker broker);

    /** Starts the broker that it measures. */
    RunningBroker broker(ScenarioOptions given, Stage stage) {
        return stage.broker();
    }

    @Override
    public List<Option<?>> settings() {
        return Stream.<Option<?>>concat(super.settings().stream(), Stream.of(AGAINST))
                .toList();
    }

    @Override
    public void run(ScenarioOptions given, Stage stage, Report report) {
        String commit = given.text(AGAINST.name());
        if (commit.isEmpty()) {
            Subject.compare(subjects(given, stage, broker(given, stage)), peer(given, stage), given, report);
            return;
        }
        try (Stage other = stageOf(commit)) {
            compare(given, stage, other, commit, report);
        }
    }

    private void compare(ScenarioOptions given, Stage stage, Stage other, String commit, Report report) {
        RunningBroker broker = broker(given, stage);
        RunningBroker before = broker(given, other);
        try (Allocations ours = Allocations.of(broker.process());
                Allocations theirs = Allocations.of(before.process())) {
            List<Subject> these = subjects(given, stage, broker);
            List<Subject> those = subjects(given, other, before);
            these.forEach(subject -> subject.cpu().allocations(ours));
            those.forEach(subject -> subject.cpu().allocations(theirs));
            List<Subject> inTurn = new ArrayList<>();
            for (int i = 0; i < these.size(); i++) {
                inTurn.add(these.get(i));
                inTurn.add(those.get(i).called(named(those.get(i), commit)));
            }
            Subject.interleave(inTurn, given.atLeast("runs", MIN_RUNS_AGAINST), report);
            those.forEach(
                    subject -> FIGURES.forEach(figure -> report.ratio(figure, subject.row(), named(subject, commit))));
        }
    }

    private static String named(Subject subject, String commit) {
        return subject.row() + " at " + commit;
    }

    /** A stage whose brokers are those of another commit. */
    static Stage stageOf(String commit) {
        return Stage.open(new StageSettings(List.of("-jar", jar(commit).toString()), ""));
    }

    private static Path jar(String commit) {
        try {
            Path directory = Files.createTempDirectory("grape-bench-commit-");
            CommitBuild build = new CommitBuild(Path.of(System.getProperty("grape.root", ".")), commit, directory);
            Optional<String> missing = build.missing();
            if (missing.isPresent()) {
                throw new HarnessFailure(missing.get());
            }
            System.err.println("grape bench: building " + commit);
            return build.jar();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** The beanstalkd to compare with, unless it is not wanted or not there. */
    private static Optional<Subject> peer(ScenarioOptions given, Stage stage) {
        return given.flag("alone") ? Optional.empty() : stage.beanstalkd().map(beanstalkd -> peer(given, beanstalkd));
    }

    private static Subject peer(ScenarioOptions given, Beanstalkd beanstalkd) {
        byte[] payload = Payload.json(given.whole("payload"));
        int connections = given.whole("beanstalkd-connections");
        return new Subject(
                "beanstalkd " + connections,
                beanstalkd.address(),
                () -> new BeanstalkdDialect(payload, 0),
                connections,
                new ResourceUse().process("beanstalkd", beanstalkd.process()));
    }
}
