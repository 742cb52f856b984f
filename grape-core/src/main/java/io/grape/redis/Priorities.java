package io.grape.redis;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.lettuce.core.ScanArgs;
import io.lettuce.core.ScanCursor;
import java.util.NavigableSet;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.regex.Pattern;

/**
 * Reads which priorities, the default one aside, may have jobs in a tube. There can be as many as jobs, and neither index is
 * in their order, so a script could not find the next one in a bounded run.
 */
final class Priorities {
    private static final String LAST_PAGE = "0";
    /** What is none was put there by somebody else. */
    private static final Pattern PRIORITY = Pattern.compile("[0-9]{1,10}");

    private static final ScanArgs PAGE = ScanArgs.Builder.limit(1000);

    private final ScriptRunner runner;
    private final NavigableSet<Long> found = new TreeSet<>();

    private Priorities(ScriptRunner runner) {
        this.runner = runner;
    }

    /** A priority goes from coming to urgent when its first job is due: whoever reads them in this order misses none. */
    static CompletionStage<NavigableSet<Long>> read(ScriptRunner runner, byte[] coming, byte[] urgent) {
        Priorities priorities = new Priorities(runner);
        return priorities
                .scan(coming, ScanCursor.INITIAL)
                .thenCompose(done -> priorities.scan(urgent, ScanCursor.INITIAL))
                .thenApply(done -> priorities.found);
    }

    private CompletionStage<Void> scan(byte[] index, ScanCursor cursor) {
        CompletionStage<ScanCursor> next =
                runner.call("zscan", index, redis -> redis.zscan(index, cursor, PAGE), names -> {
                    names.getValues().stream()
                            .map(name -> new String(name.getValue(), UTF_8))
                            .filter(name -> PRIORITY.matcher(name).matches())
                            .forEach(name -> found.add(Long.valueOf(name)));
                    return ScanCursor.of(names.getCursor());
                });
        return next.thenCompose(
                at -> at.getCursor().equals(LAST_PAGE) ? CompletableFuture.completedStage(null) : scan(index, at));
    }
}
