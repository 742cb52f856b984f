package io.grape.redis.schedule;

import io.grape.core.CallContext;
import io.grape.core.ErrorCode;
import io.grape.core.GrapeException;
import io.grape.core.TubeName;
import io.grape.redis.script.Args;
import io.grape.redis.script.Reply;
import io.grape.redis.script.Script;
import io.grape.redis.script.TubeScripts;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/** Runs {@code schedule_list.lua}. */
final class ScheduleReader {
    static final int PAGE = 100;

    private static final Script LIST = Script.ofTube("schedule_list");
    private static final int HEAD = 2;

    private final TubeScripts scripts;

    ScheduleReader(TubeScripts scripts) {
        this.scripts = scripts;
    }

    /**
     * Schedules of which something is due.
     *
     * @param head when the first occurrence of the tube is due, null = none waits
     */
    record Due(Instant now, @Nullable Instant head, List<StoredSchedule> schedules) {}

    static GrapeException notFound(TubeName tube, String name) {
        return new GrapeException(ErrorCode.NOT_FOUND, "tube " + tube + " has no schedule " + name);
    }

    /** A schedule, if it exists, and the time by the clock of the tube. */
    record Found(Instant now, Optional<StoredSchedule> schedule) {}

    CompletionStage<StoredSchedule> one(TubeName tube, String name) {
        return find(tube, name).thenApply(found -> found.schedule().orElseThrow(() -> notFound(tube, name)));
    }

    CompletionStage<Found> find(TubeName tube, String name) {
        return read(tube, "one", name)
                .thenApply(reply -> new Found(
                        Instant.ofEpochMilli(reply.number(1)),
                        reply.size() <= StoredSchedule.FIRST
                                ? Optional.empty()
                                : Optional.of(new StoredSchedule(reply, StoredSchedule.FIRST))));
    }

    /** A page of a list, which waits for its turn and is shed first under overload. */
    CompletionStage<List<StoredSchedule>> page(TubeName tube, int skip) {
        return scripts.look(LIST, tube, args(tube, "all", Integer.toString(skip)), CallContext.NONE)
                .thenApply(this::schedules);
    }

    CompletionStage<Due> due(TubeName tube) {
        return read(tube, "due", "")
                .thenApply(reply -> new Due(
                        Instant.ofEpochMilli(reply.number(1)),
                        reply.isEmpty(HEAD) ? null : Instant.ofEpochMilli(reply.millis(HEAD)),
                        schedules(reply)));
    }

    /** The time by the clock of the tube. */
    CompletionStage<Instant> now(TubeName tube) {
        return read(tube, "due", "").thenApply(reply -> Instant.ofEpochMilli(reply.number(1)));
    }

    private CompletionStage<Reply> read(TubeName tube, String which, String more) {
        return scripts.runOrFail(LIST, tube, args(tube, which, more));
    }

    private Args args(TubeName tube, String which, String more) {
        return scripts.args(tube).add(which).add(more);
    }

    private List<StoredSchedule> schedules(Reply reply) {
        List<StoredSchedule> found = new ArrayList<>();
        for (int at = StoredSchedule.FIRST; at < reply.size(); at += StoredSchedule.VALUES) {
            found.add(new StoredSchedule(reply, at));
        }
        return found;
    }
}
