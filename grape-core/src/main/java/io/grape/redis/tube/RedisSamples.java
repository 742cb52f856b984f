package io.grape.redis.tube;

import io.grape.core.TubeCounter;
import io.grape.core.TubeName;
import io.grape.core.tube.Lateness;
import io.grape.core.tube.RunTimes;
import io.grape.core.tube.Sample;
import io.grape.core.tube.SampleRange;
import io.grape.core.tube.Samples;
import io.grape.core.tube.Series;
import io.grape.core.tube.TubeLoad;
import io.grape.redis.script.Args;
import io.grape.redis.script.Keys;
import io.grape.redis.script.Reply;
import io.grape.redis.script.Script;
import io.grape.redis.script.ScriptRunner;
import io.grape.redis.script.TubeScripts;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Supplier;
import java.util.stream.LongStream;

/** Samples in rings: a hash has a field for each slot, which the next round overwrites. */
public final class RedisSamples implements Samples {
    private static final Script ADD = Script.ofTube("sample");
    private static final Script LOAD = Script.ofTube("load");
    private static final Script ADD_TO_ALL = Script.ofRegistry("sample");
    private static final Duration MINUTE = Duration.ofMinutes(1);
    private static final int MINUTES = 60;
    private static final int FIRST_COUNT = 2;

    private final TubeScripts scripts;
    private final ScriptRunner runner;
    private final Keys keys;
    private final Supplier<CompletionStage<Instant>> time;

    public RedisSamples(TubeScripts scripts, ScriptRunner runner, Keys keys, Supplier<CompletionStage<Instant>> time) {
        this.scripts = scripts;
        this.runner = runner;
        this.keys = keys;
        this.time = time;
    }

    @Override
    public CompletionStage<Sample> add(TubeName tube, Lateness seen, RunTimes runTimes) {
        Args args = scripts.args(tube)
                .add(SampleCodec.of(seen))
                .add(runTimes.jobs())
                .add(runTimes.millis());
        return scripts.runOrFail(ADD, tube, args).thenApply(reply -> new Sample(counts(reply), seen));
    }

    private static Map<TubeCounter, Long> counts(Reply reply) {
        return SampleCodec.counts(LongStream.range(FIRST_COUNT, reply.size())
                .map(at -> reply.number((int) at))
                .boxed()
                .toList());
    }

    @Override
    public CompletionStage<Instant> add(Sample ofAll) {
        return runner.run(ADD_TO_ALL, keys.samples(), new Args().add(SampleCodec.of(ofAll)))
                .thenApply(reply -> Instant.ofEpochMilli(reply.number(1)));
    }

    @Override
    public CompletionStage<Series> of(TubeName tube) {
        return read(keys.samples(tube), MINUTE, MINUTES);
    }

    @Override
    public CompletionStage<Series> ofAll(SampleRange range) {
        return read(keys.samples(range), range.step(), range.length());
    }

    @Override
    public CompletionStage<TubeLoad> load(TubeName tube) {
        return load(tube, 0).thenCompose(first -> addPriorities(tube, first));
    }

    private CompletionStage<TubeLoad> addPriorities(TubeName tube, LoadReader sum) {
        Integer next = sum.nextSkip();
        return next == null
                ? CompletableFuture.completedStage(sum.load())
                : load(tube, next).thenCompose(more -> addPriorities(tube, sum.plus(more)));
    }

    private CompletionStage<LoadReader> load(TubeName tube, int skip) {
        return scripts.runOrFail(LOAD, tube, scripts.args(tube).add(skip).add(TubeLoad.TARGET.toMillis()))
                .thenApply(LoadReader::read);
    }

    private CompletionStage<Series> read(byte[] key, Duration step, int length) {
        CompletionStage<Map<byte[], byte[]>> slots =
                runner.call("hgetall", key, redis -> redis.hgetall(key), Objects::requireNonNull);
        return slots.thenCombine(time.get(), (found, now) -> {
            Series empty = new Series(now, step, length, new TreeMap<>());
            return new Series(now, step, length, SampleCodec.read(found, step, empty.from()));
        });
    }
}
