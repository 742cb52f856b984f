package io.grape.redis.script;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.lettuce.core.ScanArgs;
import io.lettuce.core.ScanCursor;
import java.util.List;
import java.util.NavigableSet;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;
import java.util.stream.IntStream;

/**
 * Reads which lanes, apart from the default, may have jobs in a tube. There can be as many as jobs. No index has their
 * order, so a script could not find the next one in a bounded run.
 */
final class Lanes {
    private static final Script CONCURRENCY = Script.ofTube("waiting");
    private static final int MAX_CONCURRENCY = 1000;
    private static final String LAST_PAGE = "0";

    private static final ScanArgs PAGE = ScanArgs.Builder.limit(1000);

    private final ScriptRunner runner;
    private final LaneQuery query;
    private final NavigableSet<Lane> found = new TreeSet<>();
    private boolean more;

    private Lanes(ScriptRunner runner, LaneQuery query) {
        this.runner = runner;
        this.query = query;
    }

    /**
     * Reads the first ones of a query.
     *
     * <p>Up to a thousand are read at once. More are read page by page. A priority that is not urgent at first is among
     * the delayed ones. If it becomes urgent meanwhile, a later page finds it. A priority that changes twice meanwhile
     * may be missed. Lanes with a key have an index of their own.
     *
     * @param checked fails if the script refused
     */
    static CompletionStage<LaneWindow> read(
            ScriptRunner runner, TubeKeys tube, LaneQuery query, Function<Reply, CompletionStage<Reply>> checked) {
        Lanes lanes = new Lanes(runner, query);
        Args args = new Args().add(tube.jobPrefix()).add(MAX_CONCURRENCY);
        return runner.run(CONCURRENCY, tube.keys(), args)
                .thenCompose(checked)
                .thenCompose(reply ->
                        reply.isEmpty(1) ? lanes.scanAll(tube) : CompletableFuture.completedStage(lanes.window(reply)));
    }

    private LaneWindow window(Reply reply) {
        IntStream.range(2, reply.size()).mapToObj(reply::text).forEach(this::note);
        return window();
    }

    private LaneWindow window() {
        return new LaneWindow(List.copyOf(found), more);
    }

    private CompletionStage<LaneWindow> scanAll(TubeKeys tube) {
        return scan(tube.urgent(), ScanCursor.INITIAL)
                .thenCompose(done -> scan(tube.coming(), ScanCursor.INITIAL))
                .thenCompose(done -> scan(tube.urgent(), ScanCursor.INITIAL))
                .thenCompose(done -> scan(tube.lanes(), ScanCursor.INITIAL))
                .thenApply(done -> window());
    }

    private void note(String name) {
        Lane.read(name).filter(query::wants).ifPresent(lane -> {
            if (found.add(lane) && found.size() > query.most()) {
                found.pollLast();
                more = true;
            }
        });
    }

    private CompletionStage<Void> scan(byte[] index, ScanCursor cursor) {
        CompletionStage<ScanCursor> next =
                runner.call("zscan", index, redis -> redis.zscan(index, cursor, PAGE), names -> {
                    names.getValues().stream()
                            .map(name -> new String(name.getValue(), UTF_8))
                            .forEach(this::note);
                    return ScanCursor.of(names.getCursor());
                });
        return next.thenCompose(
                at -> at.getCursor().equals(LAST_PAGE) ? CompletableFuture.completedStage(null) : scan(index, at));
    }
}
