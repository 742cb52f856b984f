package io.grape.redis.model;

import static io.grape.catalog.TubeFields.DEDUP_WINDOW;
import static io.grape.catalog.TubeFields.EXPIRES_AFTER;
import static io.grape.catalog.TubeFields.EXPIRE_TO;
import static io.grape.catalog.TubeFields.KEEP_FINISHED;
import static io.grape.catalog.TubeFields.KEEP_FINISHED_MAX;
import static io.grape.catalog.TubeFields.KEEP_PAYLOAD;
import static io.grape.catalog.TubeFields.LATENESS_TARGET;
import static io.grape.catalog.TubeFields.MAX_ATTEMPTS;
import static io.grape.catalog.TubeFields.RESULT_MAX_BYTES;
import static io.grape.catalog.TubeFields.TTR;
import static java.nio.charset.StandardCharsets.UTF_8;

import io.grape.catalog.Field;
import io.grape.catalog.TubeFields;
import io.grape.core.JobId;
import io.grape.core.JobState;
import io.grape.core.Verb;
import io.grape.core.job.Due;
import io.grape.core.job.Headers;
import io.grape.core.job.JobChange;
import io.grape.core.job.JobTags;
import io.grape.core.job.OnDuplicate;
import io.grape.core.job.OnMissingTube;
import io.grape.core.job.Payload;
import io.grape.core.tube.ExpireTo;
import io.grape.core.tube.RetrySettings;
import io.grape.core.tube.TubeLimits;
import io.grape.core.tube.TubeSettings;
import io.grape.core.tube.TubeSettingsChange;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * A start on the clock, and steps. Few ids, few instants and few priorities, so that the steps get in each other's way.
 *
 * @param start ms since 1970
 */
record Sequence(long start, List<Step> steps) {
    private static final long USUAL_START =
            Instant.parse("2030-05-17T10:00:00Z").toEpochMilli();
    /** From here on the fractions of a score are twice as coarse. */
    private static final long COARSER = 1L << 41;

    private static final List<JobId> FEW =
            Stream.of("h", "a", "g", "b", "f", "c", "e", "d").map(JobId::new).toList();
    /** More than a run of a script takes. */
    private static final List<JobId> MANY =
            IntStream.range(0, 250).mapToObj(i -> new JobId("j" + i * 7 % 250)).toList();
    /** One sequence in so many is one of many jobs. */
    private static final int LARGE = 50;
    /** One step in so many begins with a job that is to fail: what becomes of it would be rare by chance. */
    private static final int TAKEN = 25;
    /** One step in so many caps the bytes of jobs, and then caps them anew: twice would be rare by chance. */
    private static final int CAPPED = 100;
    /** No settings have it. */
    private static final long STALE_REV = 1;

    static Sequence random(long seed, int number) {
        Random random = new Random(seed * 1_000_003 + number);
        boolean large = number % LARGE == LARGE - 1;
        Maker maker = large
                ? new Maker(random, MANY, List.of(1, 30, 120, 240))
                : new Maker(random, FEW, List.of(1, 1, 1, 2, 3, 5));
        return maker.sequence();
    }

    @Override
    public String toString() {
        StringBuilder text = new StringBuilder("  start at " + start);
        steps.forEach(step -> text.append("\n  ").append(step));
        return text.toString();
    }

    private record Maker(Random random, List<JobId> ids, List<Integer> sizes) {
        Sequence sequence() {
            int length = 40 + random.nextInt(21);
            List<Step> steps = new ArrayList<>(length);
            while (steps.size() < length) {
                steps.addAll(oneIn(TAKEN) ? takenOfTheFailed() : oneIn(CAPPED) ? cappedTwice() : List.of(step()));
            }
            return new Sequence(oneIn(10) ? COARSER - 1500 : USUAL_START, steps);
        }

        /** A job that failed is taken by its id, and mostly comes back. */
        private List<Step> takenOfTheFailed() {
            JobId id = any(ids);
            Step.Ack bury = new Step.Ack(id, World.Bearer.WHOEVER, Verb.BURY, 0L, null, any("", "no such address"));
            Step back = oneIn(2)
                    ? new Step.HandBack(List.of(new Step.Returned(id, World.Bearer.LAST)))
                    : new Step.Acknowledge(List.of(ack(id)));
            return List.of(new Step.Acknowledge(List.of(bury)), new Step.Take(id), back);
        }

        /** What is counted under one cap must be counted still under the next. */
        private List<Step> cappedTwice() {
            return Stream.of(capped(), capped()).flatMap(List::stream).toList();
        }

        private List<Step> capped() {
            TubeLimits limits = new TubeLimits(null, null, null, null, any(200L, 2000L, 20_000L));
            TubeSettingsChange cap = TubeSettingsChange.of(limits);
            return List.of(new Step.Configure(cap), new Step.Produce(some(this::item), OnMissingTube.CREATE));
        }

        private Step step() {
            int dice = random.nextInt(100);
            if (dice < 22) {
                return new Step.Produce(some(this::item), oneIn(5) ? OnMissingTube.FAIL : OnMissingTube.CREATE);
            }
            if (dice < 40) {
                Duration parking = Duration.ofMillis(oneIn(4) ? 1000 : 0);
                return new Step.Consume(oneIn(4) ? 1000 : any(sizes), parking);
            }
            if (dice < 60) {
                return new Step.Acknowledge(some(this::ack));
            }
            if (dice < 77) {
                return clock();
            }
            return dice < 93 ? stepOnJobs() : stepOnTubes();
        }

        private Step clock() {
            int dice = random.nextInt(100);
            if (dice < 55) {
                return new Step.ToNextEvent(any(-1, 0, 0, 0, 1));
            }
            return dice < 82
                    ? new Step.Forward(any(0L, 1L, 2L, 100L, 999L, 1000L, 61_000L))
                    : new Step.Backward(any(1L, 2L, 1000L, 5000L));
        }

        private Step stepOnJobs() {
            return switch (random.nextInt(16)) {
                case 0 ->
                    new Step.HandBack(some(() -> new Step.Returned(any(ids), oneIn(3) ? bearer() : World.Bearer.LAST)));
                case 1 -> new Step.Kick(any(ids), delay());
                case 7 -> new Step.KickFailed(any(ids), delay());
                case 2 -> new Step.KickMany(oneIn(3) ? 1000 : any(sizes));
                case 3 -> new Step.Delete(any(ids), oneIn(3));
                case 4 -> new Step.Discard(any(ids));
                case 11, 12, 13 -> new Step.Cancel(any(ids), any("", "stop"));
                case 14, 15 -> new Step.Change(any(ids), oneIn(2) ? null : Long.valueOf(delay() - 1), jobChange());
                case 5 -> new Step.Peek(any(ids));
                case 8, 9 -> new Step.Take(any(ids));
                case 6 -> new Step.ListAll(any(JobState.values()), oneIn(3) ? 1000 : any(sizes));
                default -> Step.Plain.MIGRATE;
            };
        }

        private JobChange jobChange() {
            String payload = "q".repeat(any(1, 300)) + random.nextInt(10_000);
            return new JobChange(
                    oneIn(3) ? Due.after(Duration.ofMillis(delay())) : null,
                    oneIn(3) ? Duration.ofMillis(any(1000L, 1001L, 60_000L)) : null,
                    oneIn(3) ? Long.valueOf(priority()) : null,
                    oneIn(3) ? Integer.valueOf(any(0, 1, 3, 20)) : null,
                    oneIn(3) ? any(List.of(), List.of("us"), List.of("eu", "c")) : null,
                    oneIn(3) ? new Payload(payload.getBytes(UTF_8), any(Payload.BINARY, "text/plain")) : null,
                    oneIn(8) ? "stale" : null);
        }

        private TubeSettingsChange change() {
            TubeSettings settings = settings();
            TubeSettingsChange change = TubeSettingsChange.NONE.ifRev(oneIn(5) ? STALE_REV : null);
            for (Field<?> setting : TubeFields.SETTINGS.fields()) {
                change = oneIn(2) || setting.equals(TubeFields.KEYS) ? change : taken(change, setting, settings);
            }
            return change;
        }

        private static <T> TubeSettingsChange taken(TubeSettingsChange change, Field<T> setting, TubeSettings from) {
            return change.and(setting, from.get(setting));
        }

        private Step stepOnTubes() {
            return switch (random.nextInt(12)) {
                case 0 -> oneIn(2) ? Step.Plain.DELETE_TUBE : Step.Plain.DELETE_TUBE_IF_EMPTY;
                case 1 -> new Step.Create(settings());
                case 2, 3 -> new Step.Configure(change());
                case 4, 5 ->
                    new Step.Pause(oneIn(2) ? null : Duration.ofMillis(any(1L, 1000L, 5000L)), any("", "deploying"));
                case 6, 7 -> Step.Plain.RESUME;
                case 8 -> oneIn(2) ? Step.Plain.NAMES : Step.Plain.EXISTS;
                default -> Step.Plain.DESCRIBE;
            };
        }

        private Item item() {
            JobId id = any(ids);
            int number = random.nextInt(1000);
            OnDuplicate onDuplicate = any(
                    OnDuplicate.KEEP,
                    OnDuplicate.REJECT,
                    OnDuplicate.REPLACE,
                    OnDuplicate.REPLACE,
                    OnDuplicate.DEBOUNCE,
                    OnDuplicate.DEBOUNCE);
            boolean isBound = onDuplicate == OnDuplicate.DEBOUNCE && !oneIn(3);
            return new Item(
                    id,
                    "p" + number,
                    any(Payload.BINARY, Payload.JSON, "text/plain"),
                    tags(number),
                    headers(),
                    delay(),
                    oneIn(3) ? Long.valueOf(any(-5L, -1000L, 0L, 1L, 100L, 1000L)) : null,
                    oneIn(2) ? null : Long.valueOf(any(1000L, 1001L, 2000L)),
                    priority(),
                    oneIn(3) ? null : Integer.valueOf(any(0, 1, 1, 2, 3)),
                    oneIn(8) ? Long.valueOf(any(1000L, 7999L, 61_000L, 604_800_000L)) : null,
                    oneIn(4) ? Long.valueOf(any(1L, 1000L, 1001L, 61_000L, -1L, -1000L, -61_000L)) : null,
                    onDuplicate,
                    isBound ? Long.valueOf(any(1L, 500L, 1000L, 1500L, 60_000L)) : null);
        }

        /** By the number of its payload: a third has a key, a third labels. */
        private static JobTags tags(int number) {
            return new JobTags(
                    number % 3 == 0 ? "k:" + number % 2 : null,
                    number / 2 % 3 == 0 ? List.of("eu", "a/" + number) : List.of());
        }

        private Headers headers() {
            String value = "v" + random.nextInt(1000);
            return oneIn(3) ? new Headers(Map.of(any("traceparent", "b-3"), any("", value))) : Headers.NONE;
        }

        private Step.Ack ack() {
            return ack(any(ids));
        }

        private Step.Ack ack(JobId id) {
            return new Step.Ack(
                    id,
                    oneIn(3) ? bearer() : World.Bearer.LAST,
                    any(Verb.FINISH, Verb.RELEASE, Verb.RELEASE, Verb.BURY, Verb.TOUCH, Verb.HANDBACK, Verb.HANDOVER),
                    oneIn(2) ? null : Long.valueOf(delay()),
                    oneIn(3) ? Long.valueOf(priority()) : null,
                    any("", "no such address"));
        }

        private World.Bearer bearer() {
            return any(Arrays.asList(World.Bearer.values()));
        }

        private TubeSettings settings() {
            Duration ttr = Duration.ofMillis(any(1000L, 1500L, 60_000L));
            ExpireTo expireTo = any(ExpireTo.DROP, ExpireTo.BURY);
            Duration target = Duration.ofMillis(any(0L, 0L, 1L, 1500L));
            TubeSettings settings = TubeSettings.DEFAULT
                    .with(TTR, ttr)
                    .with(MAX_ATTEMPTS, any(0, 1, 2, 20))
                    .with(limits())
                    .with(retry())
                    .with(DEDUP_WINDOW, dedup())
                    .with(EXPIRES_AFTER, expire())
                    .with(EXPIRE_TO, expireTo.wireName())
                    .with(LATENESS_TARGET, target);
            return oneIn(2) ? settings : keeping(settings);
        }

        private TubeSettings keeping(TubeSettings settings) {
            return settings.with(KEEP_FINISHED, Duration.ofMillis(any(0L, 1000L, 1500L, 60_000L)))
                    .with(KEEP_FINISHED_MAX, any(1, 3, 10_000_000))
                    .with(KEEP_PAYLOAD, oneIn(2))
                    .with(RESULT_MAX_BYTES, any(10, 65_536));
        }

        private Duration dedup() {
            return Duration.ofMillis(any(0L, 0L, 1000L, 1500L, 4001L, 60_000L, 3_600_001L, 86_400_000L));
        }

        private Duration expire() {
            return Duration.ofMillis(any(0L, 0L, 0L, 2L, 1500L, 60_000L));
        }

        private RetrySettings retry() {
            long first = any(1L, 7L, 1000L);
            return oneIn(2)
                    ? RetrySettings.NONE
                    : new RetrySettings(
                            Duration.ofMillis(first),
                            Duration.ofMillis(first * any(1, 2, 1000)),
                            any(1.0, 2.0, 100.0),
                            any(0.0, 0.5, 1.0));
        }

        private TubeLimits limits() {
            Double rate = oneIn(2) ? null : Double.valueOf(any(1000.0, 3.0));
            return oneIn(2)
                    ? TubeLimits.NONE
                    : new TubeLimits(
                            oneIn(2) ? null : Integer.valueOf(any(1, 2, 5)),
                            rate,
                            rate == null || oneIn(2) ? null : Integer.valueOf(3),
                            oneIn(2) ? null : Long.valueOf(any(2L, 5L)),
                            oneIn(2) ? null : Long.valueOf(any(20L, 200L)));
        }

        private long delay() {
            return any(0L, 0L, 0L, 1L, 2L, 1000L, 1001L, 60_000L);
        }

        private long priority() {
            return oneIn(2) ? 1024 : any(0L, 7L, 1023L, 1025L, 4_294_967_295L);
        }

        private <T> List<T> some(Supplier<T> maker) {
            return Stream.generate(maker).limit(any(sizes)).toList();
        }

        private boolean oneIn(int many) {
            return random.nextInt(many) == 0;
        }

        @SafeVarargs
        private <T> T any(T... choices) {
            return choices[random.nextInt(choices.length)];
        }

        private <T> T any(List<T> choices) {
            return choices.get(random.nextInt(choices.size()));
        }
    }
}
