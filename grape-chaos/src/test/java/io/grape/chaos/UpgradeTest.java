package io.grape.chaos;

import io.grape.chaos.fault.Environment;
import io.grape.chaos.fault.Upgrade;
import io.grape.chaos.stage.Standalone;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** All brokers are replaced by those of this release, and back, while clients work: the short form of {@code --upgrade-from}. */
@Tag("apart")
@Tag("long")
class UpgradeTest {
    /** A commit that was delivered earlier. The load speaks the final names, so no commit before these works. */
    private static final String EARLIER = "a07913ab";

    @Test
    void nothingIsLostOnTheWayThereAndBack(@TempDir Path directory) throws IOException {
        List<List<String>> programs = EarlierRelease.andThis(EARLIER, directory, "an upgrade and a rollback were");
        Environment<Standalone> ground = Upgrade.between(programs.get(0), programs.get(1));
        ShortRound.survives(ground, ground.kinds(), Collections.nCopies(2, programs.get(0)));
    }
}
