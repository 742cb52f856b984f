package io.grape.bench.scenario;

import io.grape.bench.load.BulkDialect;
import io.grape.bench.load.Countdown;
import io.grape.bench.load.DrainAll;
import io.grape.bench.load.Loop;
import io.grape.bench.load.Requests;
import io.grape.bench.load.Tally;
import io.grape.bench.stage.Api;
import io.grape.harness.RunningBroker;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * What a console has to show: jobs in every state, most of them in one tube, and what has happened.
 *
 * @param jobs of all tubes together
 */
record ConsoleSeed(RunningBroker broker, long jobs) {
    /** Has jobs in every state, and more than a third of all jobs failed in it. */
    static final String TUBE = "orders";

    /** Has delayed jobs that nobody wants any more. */
    static final String STALE = "stale";

    private static final int SMALL_TUBES = 20;
    private static final int CONNECTIONS = 8;
    private static final int JOBS_A_CALL = 500;
    private static final int MAX_A_CALL = 1000;
    private static final int MAX_ENTRIES = 500;
    private static final int OPERATIONS = 20;
    private static final Duration PATIENCE = Duration.ofHours(3);
    private static final long DAYS_90 = Duration.ofDays(90).toMillis();
    private static final List<String> FAULTS = List.of(
            "SocketTimeoutException: no answer from %s after %d ms",
            "%s says 503 to order %d",
            "IllegalStateException: order %2$d is closed in %1$s",
            "no such customer '%2$d' in %1$s",
            "lock of %s held by worker %d");
    private static final List<String> PLACES =
            List.of("billing", "stock", "mail", "tax", "fraud", "search", "ledger", "parcels", "returns", "the shop");

    /** Puts all of it there. */
    void fill() {
        SplittableRandom random = RandomSources.random();
        configure();
        fail(random, share(35));
        hold(share(1));
        Filler filler = new Filler(broker, 100);
        filler.ready(TUBE, share(5));
        delayed(random, filler, TUBE, share(25));
        delayed(random, filler, STALE, share(20));
        for (int i = 0; i < SMALL_TUBES; i++) {
            delayed(random, filler, "small-" + i, share(14) / SMALL_TUBES);
        }
        happen();
    }

    private long share(int percent) {
        return Math.max(SMALL_TUBES, jobs * percent / 100);
    }

    /** A job that is held stays so for as long as anybody looks at it. */
    private void configure() {
        new Api(broker.uri()).call("PUT", "/v1/tubes/" + TUBE, "{\"ttrMs\":86400000}");
    }

    private static void delayed(SplittableRandom random, Filler filler, String tube, long count) {
        filler.fill(tube, count, out -> out.put(",\"delayMs\":" + random.nextLong(Filler.HOUR / 4, DAYS_90)));
    }

    private void fail(SplittableRandom random, long count) {
        new Filler(broker, 100).ready(TUBE, count);
        Countdown left = new Countdown(count);
        Tally tally = new Tally();
        Loop.run(
                broker.address(),
                Stream.generate(() -> BulkDialect.burying(TUBE, RandomSources.ids(), JOBS_A_CALL, () -> reason(random)))
                        .limit(CONNECTIONS)
                        .map(dialect -> new DrainAll(dialect, left, tally))
                        .toList(),
                PATIENCE);
    }

    private static String reason(SplittableRandom random) {
        String fault = FAULTS.get(random.nextInt(FAULTS.size()));
        return String.format(Locale.ROOT, fault, PLACES.get(random.nextInt(PLACES.size())), random.nextInt(1_000_000));
    }

    /** Takes that many, and keeps them. */
    private void hold(long count) {
        new Filler(broker, 100).ready(TUBE, count);
        call(IntStream.range(0, (int) (count / MAX_A_CALL + 1))
                .mapToObj(i -> "POST /v1/tubes/" + TUBE + "/consume?max="
                        + Math.min(MAX_A_CALL, Math.max(1, count - (long) i * MAX_A_CALL))));
    }

    private void happen() {
        call(IntStream.range(0, (int) Math.min(MAX_ENTRIES, share(5)))
                .mapToObj(i -> "POST /v1/tubes/small-1/" + (i % 2 == 0 ? "pause?reason=stock-taking" : "resume")));
        Api api = new Api(broker.uri());
        for (int i = 0; i < OPERATIONS; i++) {
            api.call("POST", "/v1/operations", order("kick", "small-" + i, "delayed", ",\"limit\":1"));
        }
        api.call("POST", "/v1/tokens", "{\"name\":\"shop\",\"scopes\":[\"produce\"],\"tubes\":[\"shop.\"]}");
    }

    /** The body of a call that begins an operation. */
    static String order(String kind, String tube, String state, String more) {
        return String.format(
                Locale.ROOT, "{\"kind\":\"%s\",\"tube\":\"%s\",\"state\":\"%s\"%s}", kind, tube, state, more);
    }

    private void call(Stream<String> methodsAndUris) {
        Loop.run(broker.address(), List.of(new Requests(methodsAndUris.iterator())), PATIENCE);
    }
}
