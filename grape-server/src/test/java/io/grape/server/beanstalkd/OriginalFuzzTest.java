package io.grape.server.beanstalkd;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.grape.core.Seed;
import io.grape.server.ServerExtension;
import java.nio.file.Path;
import java.util.Optional;
import java.util.Random;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The same random commands to beanstalkd and to ours: what they respond is the same, up to what docs/beanstalkd.md tells. */
@Tag("slow")
final class OriginalFuzzTest {
    private static final int COMMANDS = Integer.getInteger("grape.fuzz.commands", 10_000);
    private static final int OF_A_ROUND = 5000;
    private static final int CONNECTIONS = 4;

    @RegisterExtension
    final ServerExtension broker = ServerExtension.ofPayload(65_535);

    /** Each seed is that of one round: given as {@code -Dgrape.fuzz.seed}, it is the first one. */
    static LongStream seeds() {
        long first = Long.getLong("grape.fuzz.seed", Seed.value());
        return LongStream.range(0, (COMMANDS + OF_A_ROUND - 1) / OF_A_ROUND).map(round -> first + round);
    }

    @ParameterizedTest
    @MethodSource("seeds")
    void bothRespondTheSame(long seed) {
        Optional<Path> program = Original.program();
        assumeTrue(program.isPresent(), "SKIPPED: beanstalkd is not installed");
        try (Original original = Original.start(program.orElseThrow());
                FuzzRound round =
                        new FuzzRound(original.port(), broker.beanstalkdPort(0), FuzzCommands.TUBES, CONNECTIONS)) {
            new FuzzPlay(round, new Random(seed)).play(Math.min(COMMANDS, OF_A_ROUND));
        } catch (FuzzRound.TooSlowException e) {
            assumeTrue(false, "SKIPPED: this machine had no time for a command");
        } catch (AssertionError e) {
            throw new AssertionError("-Dgrape.fuzz.seed=" + seed + ": " + e.getMessage(), e);
        }
    }
}
