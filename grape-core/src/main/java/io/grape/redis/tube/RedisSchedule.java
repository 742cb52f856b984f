package io.grape.redis.tube;

import io.grape.core.TubeName;
import io.grape.core.tube.Schedule;
import io.grape.redis.script.Args;
import io.grape.redis.script.Reply;
import io.grape.redis.script.Script;
import io.grape.redis.script.TubeScripts;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.stream.IntStream;

/** Counts in the delay sets; a tube of very many priorities takes several runs. */
public final class RedisSchedule implements Schedule {
    private static final Script SCHEDULE = Script.ofTube("schedule");
    private static final int FIRST_COUNT = 4;

    private final TubeScripts scripts;

    public RedisSchedule(TubeScripts scripts) {
        this.scripts = scripts;
    }

    @Override
    public CompletionStage<Waiting> of(TubeName tube, Window window) {
        return from(tube, window, 0, Waiting.NOTHING);
    }

    private CompletionStage<Waiting> from(TubeName tube, Window window, int skip, Waiting sofar) {
        Args args = scripts.args(tube)
                .add(window.from().toEpochMilli())
                .add(window.step().toMillis())
                .add(window.steps())
                .add(skip);
        return scripts.runOrFail(SCHEDULE, tube, args).thenCompose(reply -> {
            Waiting sum = sofar.plus(waiting(reply));
            return reply.isEmpty(1)
                    ? CompletableFuture.completedStage(sum)
                    : from(tube, window, (int) reply.number(1), sum);
        });
    }

    private static Waiting waiting(Reply reply) {
        return new Waiting(
                reply.number(2),
                IntStream.range(FIRST_COUNT, reply.size())
                        .mapToObj(reply::number)
                        .toList(),
                reply.number(3));
    }
}
