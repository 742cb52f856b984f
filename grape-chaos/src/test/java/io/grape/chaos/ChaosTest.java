package io.grape.chaos;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import io.grape.chaos.fault.Environment;
import io.grape.chaos.fault.FaultType;
import io.grape.chaos.history.Violation;
import io.grape.chaos.stage.Admin;
import io.grape.chaos.stage.Cluster;
import io.grape.chaos.stage.Deployment;
import io.grape.chaos.stage.Sentinels;
import io.grape.chaos.stage.Settings;
import io.grape.chaos.stage.Standalone;
import io.grape.server.app.Main;
import io.lettuce.core.api.sync.RedisCommands;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The short form of {@code ./grape chaos}: each fault once, in small. */
@Tag("alone")
class ChaosTest {
    private static final Round.Pace SHORT = new Round.Pace(true, 120);
    private static final int BROKERS = 2;
    private static final long SEED =
            Long.getLong("grape.seed", System.getenv("CI") == null ? new Random().nextLong() : 20_260_101);

    private static <S extends Deployment> Result run(Environment<S> ground, List<FaultType<S>> kinds)
            throws IOException {
        System.out.println("chaos on " + ground.name() + ": repeat with -Dgrape.seed=" + SEED);
        try (S stage = ground.opener().apply(settings(ground.name()))) {
            Result result = new Round<>(ground, stage, SHORT, ground.name(), SEED).run(kinds);
            System.out.println(result.broken() + " " + result.verdict());
            return result;
        }
    }

    /** Skipped where some of it cannot be had, and nothing else is wrong. */
    private static <S extends Deployment> void survives(Environment<S> ground, List<FaultType<S>> kinds)
            throws IOException {
        Result result = run(ground, kinds);
        assertThat(result.complaints()).isEmpty();
        assertThat(result.verdict().produced()).isPositive();
        assertThat(result.broken()).hasSize(kinds.size() - result.skipped().size());
        assumeThat(result.skipped()).isEmpty();
    }

    private static Settings settings(String name) throws IOException {
        Path all = Files.createDirectories(Path.of("target", "chaos").toAbsolutePath());
        List<String> program = List.of("-cp", System.getProperty("java.class.path"), Main.class.getName());
        return new Settings(program, Files.createTempDirectory(all, name + "-"), BROKERS);
    }

    @Test
    void nothingIsLostOrGivenTwiceWhateverBreaksAroundOneRedis() throws IOException {
        survives(Environment.STANDALONE, Environment.STANDALONE.kinds());
    }

    @Test
    void aPowerCutTakesNothingButWhatWasNotSynced() throws IOException {
        List<FaultType<Standalone>> cut =
                Environment.POWER.only(List.of("power-cut")).kinds();
        survives(Environment.POWER, cut);
    }

    @Test
    void noJobIsLostThatAReplicaConfirmed() throws IOException {
        List<FaultType<Sentinels>> kill =
                Environment.CONFIRMED.only(List.of("sentinel-kill-confirmed")).kinds();
        survives(Environment.CONFIRMED, kill);
    }

    @Test
    void aClusterLosesNothingButWhatAFailoverUndoes() throws IOException {
        survives(
                Environment.CLUSTER,
                Environment.CLUSTER
                        .only(List.of("slow-readers", "cluster-kill"))
                        .kinds());
    }

    @Test
    void slotsThatMoveUnderLoadLoseAndDoubleNothing() throws IOException {
        survives(Environment.CLUSTER, moves(3));
    }

    @Test
    @Tag("long")
    void norDoFiftyMoves() throws IOException {
        survives(Environment.CLUSTER, moves(50));
    }

    private static List<FaultType<Cluster>> moves(int times) {
        FaultType<Cluster> move =
                Environment.CLUSTER.only(List.of("slot-move")).kinds().get(0);
        return Collections.nCopies(times, move);
    }

    @Test
    void aRedisThatForgetsIsFoundOut() throws IOException {
        FaultType<Standalone> forgetting = new FaultType<>(
                "forgetting", "", scene -> () -> Admin.ask(scene.stage().redis().port(), RedisCommands::flushall));
        assertThat(run(Environment.STANDALONE, List.of(forgetting)).verdict().unexcused())
                .extracting(Violation::kind)
                .contains(Violation.Kind.LOST);
    }
}
