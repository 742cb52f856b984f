package io.grape.server.app;

import io.grape.core.ErrorCode;
import io.grape.core.GrapeException;
import io.grape.server.doctor.Finding;
import io.grape.server.doctor.Severity;
import java.util.List;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Which findings stop a start. The others are logged. */
final class StartupPolicy {
    private static final Logger LOG = LoggerFactory.getLogger(StartupPolicy.class);
    private static final String OTHERWISE = " (to start all the same: --allow-unsafe-redis true)";

    private StartupPolicy() {}

    /**
     * Fails with BAD_REQUEST and every finding that stops it.
     *
     * @param unsafe whether what loses jobs is only logged
     */
    static void apply(List<Finding> findings, boolean unsafe) {
        refuse(findings, Severity.UNUSABLE, "");
        if (!unsafe) {
            refuse(findings, Severity.LOSES_JOBS, OTHERWISE);
        }
        for (Finding finding : findings) {
            switch (finding.severity()) {
                case OK, UNSEEN -> LOG.debug("redis {}", finding.sentence());
                case WARN -> LOG.warn("redis {}", finding.sentence());
                case LOSES_JOBS, UNUSABLE -> LOG.error("redis {}", finding.sentence());
            }
        }
    }

    private static void refuse(List<Finding> findings, Severity severity, String otherwise) {
        String all = findings.stream()
                .filter(finding -> finding.severity() == severity)
                .map(Finding::sentence)
                .collect(Collectors.joining(" | "));
        if (!all.isEmpty()) {
            throw new GrapeException(ErrorCode.BAD_REQUEST, "redis: " + all + otherwise);
        }
    }
}
