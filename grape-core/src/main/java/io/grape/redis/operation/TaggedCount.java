package io.grape.redis.operation;

import io.grape.core.job.FailureSignature;
import io.grape.core.job.TagFilter;
import io.grape.core.operation.OperationRequest;
import io.grape.redis.job.ListCursor;
import io.grape.redis.operation.OperationScan.Since;
import io.grape.redis.operation.OperationScan.Way;
import io.grape.redis.script.Lane;
import io.grape.redis.script.LaneQuery;
import io.grape.redis.script.LaneWindow;
import io.grape.redis.script.TubeScripts;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Counts the jobs of an operation that selects by key or label. No set has only these, so jobs are looked at, up to a
 * maximum. The lanes of a key are the exception: without a label, all their jobs match.
 */
final class TaggedCount {
    /** The maximum number of jobs to look at. */
    static final int MAX_LOOKED_AT = 20_000;

    private static final int JOBS_A_RUN = 200;
    /** The number of lanes that one run looks at; each costs a command. */
    private static final int LANES_A_RUN = 100;

    private final TubeScripts scripts;
    private final OperationRequest request;
    private final @Nullable Since since;
    private OperationCount count = OperationCount.NONE;
    private LaneWindow lanes = new LaneWindow(List.of(), false);
    private int runs;

    TaggedCount(TubeScripts scripts, OperationRequest request, @Nullable Since since) {
        this.scripts = scripts;
        this.request = request;
        this.since = since;
    }

    CompletionStage<OperationCount> count() {
        ListCursor start = ListCursor.startOf(request.from());
        return look(start, List.of())
                .thenCompose(first -> first.hasLanes()
                        ? readLanes().thenCompose(read -> goOn(first, Lane.DEFAULT))
                        : goOn(first, Lane.DEFAULT));
    }

    /** Looks at jobs from a position on, and adds those that match. */
    private CompletionStage<OperationScan> look(ListCursor place, List<Lane> further) {
        runs++;
        return OperationScan.run(scripts, request, new Way(place, further, JOBS_A_RUN, false), since)
                .thenApply(found -> {
                    List<OperationScan.Found> matching = found.jobs().stream()
                            .filter(job -> isOfReason(job.reason()))
                            .toList();
                    count = count.plus(matching.size(), OperationCount.idsOf(matching));
                    return found;
                });
    }

    private boolean isOfReason(String reason) {
        return request.reason() == null || request.reason().equals(FailureSignature.of(reason));
    }

    /** Counts those whose jobs all match, and keeps the others. */
    private CompletionStage<OperationCount> readLanes() {
        TagFilter tags = request.tags();
        LaneQuery query = new LaneQuery(Lane.BEFORE_ALL, OperationPreview.MAX_LANES, tags.key());
        return scripts.lanes(request.tube(), query).thenCompose(read -> {
            Predicate<Lane> isWhole = lane -> tags.label() == null && lane.key().equals(tags.key());
            List<Lane> whole = read.found().stream().filter(isWhole).toList();
            List<Lane> others = read.found().stream().filter(isWhole.negate()).toList();
            lanes = new LaneWindow(others, read.more());
            return new LaneCount(scripts, request, since).of(whole, count).thenApply(sum -> count = sum);
        });
    }

    /** Continues after what was found up to a lane, until all or the maximum was looked at. */
    private CompletionStage<OperationCount> goOn(OperationScan found, Lane last) {
        ListCursor place = found.behind() == null ? startBehind(last) : found.behind();
        if (place == null) {
            return CompletableFuture.completedStage(count.exact(!lanes.more()));
        }
        if (runs == MAX_LOOKED_AT / JOBS_A_RUN) {
            return CompletableFuture.completedStage(count.exact(false));
        }
        List<Lane> further = place.lane().equals(Lane.DEFAULT) ? List.of() : lanes.above(place.lane(), LANES_A_RUN);
        return look(place, further).thenCompose(next -> goOn(next, place.last(further)));
    }

    /** The start of the lane after a given one, null if there is none. */
    private @Nullable ListCursor startBehind(Lane lane) {
        List<Lane> next = lanes.above(lane.position(), 1);
        return next.isEmpty() ? null : ListCursor.startOf(request.from()).startOf(next.get(0));
    }
}
