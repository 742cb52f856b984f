package io.grape.redis.script;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.grape.core.Limits;
import io.lettuce.core.ScanArgs;
import io.lettuce.core.ScanCursor;
import java.util.NavigableSet;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;
import java.util.regex.Pattern;
import java.util.stream.IntStream;

/**
 * Reads which priorities, apart from the default, may have jobs in a tube. There can be as many as jobs. No index has
 * their order, so a script could not find the next one in a bounded run.
 */
final class Priorities {
    private static final Script CONCURRENCY = Script.ofTube("priorities");
    private static final int MAX_CONCURRENCY = 1000;
    private static final String LAST_PAGE = "0";
    /** An invalid priority was put there by something else. */
    private static final Pattern PRIORITY = Pattern.compile("[0-9]{1,10}");

    private static final ScanArgs PAGE = ScanArgs.Builder.limit(1000);

    private final ScriptRunner runner;
    private final long after;
    private final int most;
    private final NavigableSet<Long> found = new TreeSet<>();
    private boolean more;

    private Priorities(ScriptRunner runner, long after, int most) {
        this.runner = runner;
        this.after = after;
        this.most = most;
    }

    /**
     * Reads the lowest ones above a given one, a bounded number.
     *
     * <p>Up to a thousand are read at once. More are read page by page. A priority that is not urgent at first is among
     * the delayed ones. If it becomes urgent meanwhile, the last page finds it. A priority that changes twice meanwhile
     * may be missed.
     *
     * @param checked fails if the script refused
     */
    static CompletionStage<PriorityWindow> above(
            ScriptRunner runner, TubeKeys tube, long after, int most, Function<Reply, CompletionStage<Reply>> checked) {
        Priorities priorities = new Priorities(runner, after, most);
        Args args = new Args().add(tube.jobPrefix()).add(MAX_CONCURRENCY);
        return runner.run(CONCURRENCY, tube.keys(), args)
                .thenCompose(checked)
                .thenCompose(reply -> reply.isEmpty(1)
                        ? priorities.scanAll(tube)
                        : CompletableFuture.completedStage(priorities.window(reply)));
    }

    private PriorityWindow window(Reply reply) {
        IntStream.range(2, reply.size()).mapToObj(reply::text).forEach(this::note);
        return window();
    }

    private PriorityWindow window() {
        return new PriorityWindow(found.stream().mapToLong(Long::longValue).toArray(), more);
    }

    private CompletionStage<PriorityWindow> scanAll(TubeKeys tube) {
        return scan(tube.urgent(), ScanCursor.INITIAL)
                .thenCompose(done -> scan(tube.coming(), ScanCursor.INITIAL))
                .thenCompose(done -> scan(tube.urgent(), ScanCursor.INITIAL))
                .thenApply(done -> window());
    }

    private void note(String name) {
        if (!PRIORITY.matcher(name).matches()) {
            return;
        }
        long priority = Long.parseLong(name);
        if (priority > after && priority != Limits.DEFAULT_PRIORITY && found.add(priority) && found.size() > most) {
            found.pollLast();
            more = true;
        }
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
