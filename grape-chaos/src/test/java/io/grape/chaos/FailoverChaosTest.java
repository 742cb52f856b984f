package io.grape.chaos;

import static io.grape.chaos.ShortRound.survives;

import io.grape.chaos.fault.Environment;
import io.grape.chaos.fault.FaultType;
import io.grape.chaos.stage.Cluster;
import io.grape.chaos.stage.Sentinels;
import java.io.IOException;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The short form of {@code ./grape chaos} on replicas and on a Cluster. */
@Tag("apart")
class FailoverChaosTest {
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
}
