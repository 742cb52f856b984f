package io.grape.chaos;

import static io.grape.chaos.ShortRound.run;
import static io.grape.chaos.ShortRound.survives;
import static org.assertj.core.api.Assertions.assertThat;

import io.grape.chaos.fault.Environment;
import io.grape.chaos.fault.FaultType;
import io.grape.chaos.history.Violation;
import io.grape.chaos.stage.Standalone;
import io.lettuce.core.api.sync.RedisCommands;
import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The short form of {@code ./grape chaos} on one Redis: each fault once, in small. */
@Tag("apart")
class ChaosTest {
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
    void aRedisThatForgetsIsFoundOut() throws IOException {
        FaultType<Standalone> forgetting = new FaultType<>(
                "forgetting", "", scene -> () -> scene.stage().redis().ask(RedisCommands::flushall));
        assertThat(run(Environment.STANDALONE, List.of(forgetting)).verdict().unexcused())
                .extracting(Violation::kind)
                .contains(Violation.Kind.LOST);
    }
}
