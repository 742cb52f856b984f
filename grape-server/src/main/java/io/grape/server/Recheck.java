package io.grape.server;

import io.grape.server.doctor.Finding;
import io.grape.server.doctor.Severity;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Looks at Redis again while a broker runs: somebody may have changed what was right at the start. */
final class Recheck {
    private static final Logger LOG = LoggerFactory.getLogger(Recheck.class);

    private final Vertx vertx;
    private final Checkup checkup;
    private final AtomicInteger unfit = new AtomicInteger();

    Recheck(Vertx vertx, Checkup checkup) {
        this.vertx = vertx;
        this.checkup = checkup;
    }

    /** How many things were found last that a broker must not run on. */
    int unfit() {
        return unfit.get();
    }

    /** What is found at the start; saying it is for others. */
    Future<List<Finding>> first() {
        return checkup.run().onSuccess(this::count);
    }

    /** Goes on until Vert.x ends. */
    void each(Duration time) {
        vertx.setPeriodic(time.toMillis(), timer -> first().onSuccess(Recheck::tell));
    }

    /** What a Redis that is away hides is as it was. */
    private void count(List<Finding> findings) {
        if (findings.stream().allMatch(finding -> finding.severity() == Severity.UNSEEN)) {
            return;
        }
        unfit.set((int) findings.stream()
                .filter(finding -> finding.severity().isUnfit())
                .count());
    }

    private static void tell(List<Finding> findings) {
        findings.stream()
                .filter(finding -> finding.severity().isUnfit())
                .forEach(finding -> LOG.error("redis {}", finding.sentence()));
    }
}
