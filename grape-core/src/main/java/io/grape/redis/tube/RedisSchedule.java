package io.grape.redis.tube;

import io.grape.core.CallContext;
import io.grape.core.TubeName;
import io.grape.core.tube.Schedule;
import io.grape.core.tube.ScheduleWindow;
import io.grape.core.tube.WaitingJobs;
import io.grape.redis.script.Args;
import io.grape.redis.script.Reply;
import io.grape.redis.script.Script;
import io.grape.redis.script.TubeScripts;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.stream.IntStream;

/** Counts jobs in the delay sets. A tube of very many priorities takes several runs. */
public final class RedisSchedule implements Schedule {
    private static final Script SCHEDULE = Script.ofTube("schedule");
    private static final int FIRST_COUNT = 4;

    private final TubeScripts scripts;

    public RedisSchedule(TubeScripts scripts) {
        this.scripts = scripts;
    }

    @Override
    public CompletionStage<WaitingJobs> of(TubeName tube, ScheduleWindow window) {
        return from(tube, window, 0, WaitingJobs.NOTHING);
    }

    private CompletionStage<WaitingJobs> from(TubeName tube, ScheduleWindow window, int skip, WaitingJobs sofar) {
        Args args = scripts.args(tube)
                .add(window.from().toEpochMilli())
                .add(window.step().toMillis())
                .add(window.steps())
                .add(skip);
        return scripts.look(SCHEDULE, tube, args, CallContext.NONE).thenCompose(reply -> {
            WaitingJobs sum = sofar.plus(waiting(reply));
            return reply.isEmpty(1)
                    ? CompletableFuture.completedStage(sum)
                    : from(tube, window, (int) reply.number(1), sum);
        });
    }

    private static WaitingJobs waiting(Reply reply) {
        return new WaitingJobs(
                reply.number(2),
                IntStream.range(FIRST_COUNT, reply.size())
                        .mapToObj(reply::number)
                        .toList(),
                reply.number(3));
    }
}
