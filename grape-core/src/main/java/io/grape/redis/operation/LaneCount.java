package io.grape.redis.operation;

import io.grape.core.operation.OperationRequest;
import io.grape.redis.job.ListCursor;
import io.grape.redis.operation.OperationScan.Since;
import io.grape.redis.operation.OperationScan.Way;
import io.grape.redis.script.Lane;
import io.grape.redis.script.TubeScripts;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/** Counts all jobs of lanes that are in the state and the window of an operation. */
record LaneCount(
        TubeScripts scripts,
        OperationRequest request,
        @Nullable Since since) {
    /** Each costs a command. */
    private static final int LANES_A_RUN = 500;

    /** A count, and these lanes. */
    CompletionStage<OperationCount> of(List<Lane> lanes, OperationCount before) {
        if (lanes.isEmpty()) {
            return CompletableFuture.completedStage(before);
        }
        int count = Math.min(lanes.size(), LANES_A_RUN);
        ListCursor start = ListCursor.startOf(request.from()).startOf(lanes.get(0));
        Way way = new Way(start, lanes.subList(1, count), before.room(), true);
        return OperationScan.run(scripts, request, way, since)
                .thenCompose(found -> of(
                        lanes.subList(count, lanes.size()),
                        before.plus(found.matching(), OperationCount.idsOf(found.jobs()))));
    }
}
