package io.grape.redis.tube;

import io.grape.core.tube.RunTimes;
import io.grape.core.tube.TubeLimits;
import io.grape.core.tube.TubeLoad;
import io.grape.redis.script.Reply;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** A reply of load. A tube with very many priorities takes several. */
record LoadReader(@Nullable Integer nextSkip, TubeLoad load) {
    static LoadReader read(Reply reply) {
        Integer concurrency = reply.isEmpty(11) ? null : Integer.valueOf((int) reply.number(11));
        Double perSecond = reply.isEmpty(12) ? null : Double.valueOf(reply.text(12));
        TubeLoad load = new TubeLoad(
                reply.number(3),
                waited(reply, 4),
                reply.number(5),
                waited(reply, 6),
                reply.number(7),
                reply.number(8),
                !reply.isEmpty(10),
                Duration.ofMillis(reply.number(9)),
                new TubeLimits(concurrency, perSecond, null, null, null),
                reply.number(13) * 1000.0 / reply.number(14),
                new RunTimes(reply.number(15), reply.number(16)));
        return new LoadReader(reply.isEmpty(2) ? null : (int) reply.number(2), load);
    }

    private static @Nullable Duration waited(Reply reply, int since) {
        return reply.isEmpty(since) ? null : Duration.ofMillis(reply.number(1) - reply.number(since));
    }

    LoadReader plus(LoadReader more) {
        return new LoadReader(more.nextSkip, load.plus(more.load));
    }
}
