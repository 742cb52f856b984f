package io.grape.server.check;

import io.grape.server.doctor.Finding;
import io.grape.server.doctor.Severity;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import java.time.Duration;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Looks at Redis again while a broker runs: somebody may have changed what was right at the start. */
public final class PeriodicDiagnosis {
    private static final Logger LOG = LoggerFactory.getLogger(PeriodicDiagnosis.class);

    private final Vertx vertx;
    private final RedisDiagnosis diagnosis;
    private volatile List<Finding> findings = List.of();

    public PeriodicDiagnosis(Vertx vertx, RedisDiagnosis diagnosis) {
        this.vertx = vertx;
        this.diagnosis = diagnosis;
    }

    /** How many things were found last that a broker must not run on. */
    public int unfit() {
        return (int) findings.stream()
                .filter(finding -> finding.severity().isUnfit())
                .count();
    }

    /** What was found last. */
    public List<Finding> findings() {
        return findings;
    }

    /** What is found at the start; saying it is for others. */
    public Future<List<Finding>> first() {
        return diagnosis.run().onSuccess(this::keep);
    }

    /** Goes on until Vert.x ends. */
    public void each(Duration time) {
        vertx.setPeriodic(time.toMillis(), timer -> first().onSuccess(PeriodicDiagnosis::tell));
    }

    /** What a Redis that is away hides is as it was. */
    private void keep(List<Finding> found) {
        if (!found.stream().allMatch(finding -> finding.severity() == Severity.UNSEEN)) {
            findings = List.copyOf(found);
        }
    }

    private static void tell(List<Finding> findings) {
        findings.stream()
                .filter(finding -> finding.severity().isUnfit())
                .forEach(finding -> LOG.error("redis {}", finding.sentence()));
    }
}
