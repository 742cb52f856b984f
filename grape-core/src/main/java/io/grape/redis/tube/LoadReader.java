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
        Integer concurrency = reply.isEmpty(10) ? null : Integer.valueOf((int) reply.number(10));
        Double perSecond = reply.isEmpty(11) ? null : Double.valueOf(reply.text(11));
        TubeLoad load = new TubeLoad(
                reply.number(3),
                reply.isEmpty(4) ? null : Duration.ofMillis(reply.number(1) - reply.number(4)),
                reply.number(5),
                reply.number(6),
                reply.number(7),
                !reply.isEmpty(9),
                Duration.ofMillis(reply.number(8)),
                new TubeLimits(concurrency, perSecond, null, null, null),
                reply.number(12) * 1000.0 / reply.number(13),
                new RunTimes(reply.number(14), reply.number(15)));
        return new LoadReader(reply.isEmpty(2) ? null : (int) reply.number(2), load);
    }

    LoadReader plus(LoadReader more) {
        return new LoadReader(more.nextSkip, load.plus(more.load));
    }
}
