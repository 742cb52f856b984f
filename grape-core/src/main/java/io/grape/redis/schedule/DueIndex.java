package io.grape.redis.schedule;

import io.grape.core.TubeName;
import io.grape.core.schedule.DueTube;
import io.grape.redis.script.Args;
import io.grape.redis.script.Keys;
import io.grape.redis.script.RegisteredTube;
import io.grape.redis.script.Reply;
import io.grape.redis.script.Script;
import io.grape.redis.script.ScriptRunner;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/**
 * The index of tubes by when an occurrence is due in them. It is in another slot than the tubes, so it may be wrong: it only
 * says where to look.
 */
final class DueIndex {
    private static final Script DUE = Script.ofRegistry("schedules_due");
    private static final Script CHANGE = Script.ofRegistry("schedules_index");

    private final ScriptRunner runner;
    private final Keys keys;

    DueIndex(ScriptRunner runner, Keys keys) {
        this.runner = runner;
        this.keys = keys;
    }

    CompletionStage<List<DueTube>> due(Duration within, int skip) {
        return runner.run(
                        DUE,
                        keys.schedulesDue(),
                        new Args().add(within.toMillis()).add(skip))
                .thenApply(DueIndex::tubes);
    }

    private static List<DueTube> tubes(Reply reply) {
        List<DueTube> found = new ArrayList<>();
        for (int at = 2; at < reply.size(); at += 2) {
            Duration in = Duration.ofMillis(Math.max(0, reply.millis(at + 1) - reply.number(1)));
            RegisteredTube.read(reply.text(at)).ifPresent(tube -> found.add(new DueTube(tube, in)));
        }
        return found;
    }

    /** The tube is looked at then, or earlier. */
    CompletionStage<Reply> enter(TubeName tube, Instant due) {
        return change(tube, "earlier", due);
    }

    /** The tube is looked at then, and not earlier; or never. */
    CompletionStage<Reply> move(TubeName tube, @Nullable Instant due) {
        return change(tube, due == null ? "never" : "at", due);
    }

    private CompletionStage<Reply> change(TubeName tube, String how, @Nullable Instant due) {
        return runner.run(
                CHANGE,
                keys.schedulesDue(),
                new Args().add(tube.value()).add(how).addOptional(due));
    }
}
