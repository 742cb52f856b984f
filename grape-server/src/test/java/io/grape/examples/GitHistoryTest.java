package io.grape.examples;

import static org.assertj.core.api.Assertions.assertThat;

import io.grape.core.Seed;
import io.grape.server.ServerExtension;
import java.time.Duration;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

@Tag("slow")
class GitHistoryTest {
    /** So many that each of the two fates that are left to chance comes to some: to none of them once in a million runs. */
    private static final int COMMITS = 700;

    @RegisterExtension
    final ServerExtension broker = new ServerExtension();

    @Test
    void everyCommitIsFinishedOnceOrFailed() throws Exception {
        var commits = IntStream.range(0, COMMITS)
                .mapToObj(i -> String.format("%040x a commit", i))
                .toList();
        GitHistory.Report report = GitHistory.run(broker.uri(0, ""), commits, Duration.ofSeconds(2), Seed.value());
        assertThat(report.isSound()).as(report.toString()).isTrue();
        assertThat(report.deaths()).isPositive();
        assertThat(report.failed()).isPositive();
    }
}
