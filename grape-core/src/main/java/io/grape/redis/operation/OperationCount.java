package io.grape.redis.operation;

import io.grape.core.JobId;
import io.grape.core.operation.Operations;
import io.grape.redis.script.MemberId;
import java.util.List;
import java.util.stream.Stream;

/**
 * How many jobs an operation concerns.
 *
 * @param isExact false if not all that could match were looked at
 * @param some ids of those that match
 */
record OperationCount(long matching, boolean isExact, List<JobId> some) {
    static final OperationCount NONE = new OperationCount(0, true, List.of());

    OperationCount {
        some = List.copyOf(some);
    }

    /** The same with others. */
    OperationCount plus(long more, List<JobId> others) {
        return new OperationCount(
                matching + more,
                isExact,
                Stream.concat(some.stream(), others.stream())
                        .limit(Operations.MAX_SHOWN)
                        .toList());
    }

    /** How many more may be shown. */
    int room() {
        return Operations.MAX_SHOWN - some.size();
    }

    OperationCount exact(boolean is) {
        return new OperationCount(matching, isExact && is, some);
    }

    /** The ids that a caller can name. */
    static List<JobId> idsOf(List<OperationScan.Found> jobs) {
        return jobs.stream()
                .flatMap(job -> MemberId.read(job.at().id()).stream())
                .toList();
    }
}
