package io.grape.server.check;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.grape.core.ErrorCode;
import io.grape.core.GrapeException;
import io.grape.core.TubeName;
import io.grape.core.broker.RepairClaim;
import io.grape.core.broker.RepairPass;
import io.grape.core.broker.RepairSlice;
import io.grape.core.broker.StrayKeys;
import io.grape.server.FakePort;
import io.grape.server.LogLines;
import io.grape.server.lease.OutageLog;
import io.vertx.core.Vertx;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** The loop of the self-check: when it goes on, when it rests, and what it tells of that. */
class RepairLoopRunTest {
    private static final TubeName TUBE = new TubeName("orders");
    private static final Duration SOON = Duration.ofSeconds(30);
    private static final RepairRate BRISK =
            new RepairRate(100_000, 100_000, Duration.ofMillis(20), Duration.ofMillis(20));
    private static final RepairRate ONE_ROUND =
            new RepairRate(100_000, 100_000, Duration.ofHours(1), Duration.ofMillis(20));
    private static final RepairSlice END = new RepairSlice(0, null, null, true);

    private final Vertx vertx = Vertx.vertx();

    @AfterEach
    void close() {
        vertx.close().await();
    }

    private RepairLoop start(RepairPass repairs, RepairRate rate) {
        RepairLoop check = new RepairLoop(vertx, repairs, new OutageLog(), rate, new RepairLoad(() -> 0, looked -> {}));
        check.start();
        return check;
    }

    private void looksAtNothing(RepairClaim turn) {
        AtomicInteger claims = new AtomicInteger();
        AtomicInteger slices = new AtomicInteger();
        RepairSlice slice = new RepairSlice(0, null, null, false);
        start(inspection(claims, slices, turn, CompletableFuture.completedStage(slice)), ONE_ROUND);
        await().atMost(SOON).until(() -> claims.get() > 5);
        assertThat(slices.get()).isZero();
    }

    @Test
    void atRestItCostsNextToNothingAndElseNoMoreThanTheCallersDo() {
        RepairRate usual = RepairRate.of(1000);
        assertThat(usual.millisFor(100, 0)).isBetween(7_000L, 8_000L);
        assertThat(usual.millisFor(0, 0)).isBetween(600L, 700L);
        assertThat(usual.millisFor(100, 200)).isEqualTo(550);
        assertThat(usual.millisFor(100, 50_000)).isEqualTo(110);
        assertThat(RepairRate.of(5).millisFor(100, 50_000)).isEqualTo(22_000);
    }

    @Test
    void whileCallersAreBusyItGoesFaster() {
        AtomicInteger slices = new AtomicInteger();
        AtomicLong handled = new AtomicLong();
        RepairLoop check = new RepairLoop(
                vertx,
                inspection(
                        new AtomicInteger(),
                        slices,
                        new RepairClaim(true, true, null),
                        CompletableFuture.completedStage(new RepairSlice(1, null, null, false))),
                new OutageLog(),
                new RepairRate(1_000_000, 20, Duration.ofHours(1), Duration.ofHours(1)),
                new RepairLoad(() -> handled.addAndGet(10_000_000), looked -> {}));
        check.start();
        await().atMost(SOON).until(() -> slices.get() > 1000);
    }

    @Test
    void betweenTwoRoundsItRests() {
        looksAtNothing(new RepairClaim(true, false, Duration.ofMinutes(59)));
    }

    @Test
    void whoIsNotTheOneThatDoesItLooksAtNothing() {
        looksAtNothing(new RepairClaim(false, false, null));
    }

    @Test
    void itTriesAgainAndTellsOnceWhatIsInItsWay() {
        AtomicInteger slices = new AtomicInteger();
        try (LogLines lines = LogLines.of(RepairLoop.class, OutageLog.class)) {
            start(
                    inspection(
                            new AtomicInteger(),
                            slices,
                            new RepairClaim(true, true, null),
                            CompletableFuture.failedStage(
                                    new GrapeException(ErrorCode.STORE_UNAVAILABLE, "NOPERM scan"))),
                    BRISK);
            await().atMost(SOON).until(() -> slices.get() >= 4);
            assertThat(lines.seen())
                    .containsExactly("WARN the self-check does not get on, it tries again: NOPERM scan");
        }
    }

    @Test
    void itGoesOnWhateverIsThrown() {
        AtomicInteger claims = new AtomicInteger();
        AtomicInteger slices = new AtomicInteger();
        RepairPass throwing = FakePort.of(
                RepairPass.class,
                Map.of(
                        "claim",
                        none -> {
                            if (claims.incrementAndGet() == 1) {
                                throw new IllegalStateException("no claim");
                            }
                            return CompletableFuture.completedStage(new RepairClaim(true, true, null));
                        },
                        "next",
                        none -> {
                            if (slices.incrementAndGet() == 1) {
                                throw new IllegalStateException("no slice");
                            }
                            return CompletableFuture.completedStage(new RepairSlice(1, null, null, false));
                        }));
        AtomicInteger counts = new AtomicInteger();
        RepairLoop check = new RepairLoop(vertx, throwing, new OutageLog(), BRISK, new RepairLoad(() -> 0, jobs -> {
            if (counts.incrementAndGet() == 1) {
                throw new IllegalStateException("no count");
            }
        }));
        try (LogLines lines = LogLines.of(RepairLoop.class, OutageLog.class)) {
            check.start();
            await().atMost(SOON).until(() -> counts.get() >= 4);
            assertThat(lines.seen())
                    .startsWith(
                            "WARN the owner of the self-check cannot be read, will retry and a stack trace",
                            "WARN the self-check does not get on, it tries again: java.lang.IllegalStateException: no slice");
        }
    }

    @Test
    void whoLosesItsTurnNoLongerTellsOfStrays() {
        RepairClaim ours = new RepairClaim(true, true, null);
        AtomicReference<RepairClaim> turn = new AtomicReference<>(ours);
        AtomicReference<RepairSlice> slice = new AtomicReference<>();
        AtomicInteger claims = new AtomicInteger();
        AtomicInteger slices = new AtomicInteger();
        StrayKeys strays = new StrayKeys(TUBE, 3);
        slice.set(new RepairSlice(3, null, strays, true));
        RepairLoop check = start(
                FakePort.of(
                        RepairPass.class,
                        Map.of(
                                "claim",
                                none -> {
                                    claims.incrementAndGet();
                                    return CompletableFuture.completedStage(turn.get());
                                },
                                "next",
                                none -> {
                                    slices.incrementAndGet();
                                    return CompletableFuture.completedStage(slice.get());
                                })),
                BRISK);
        await().atMost(SOON).until(() -> check.strays() == 3);
        slice.set(new RepairSlice(3, null, strays, false));
        int before = slices.get();
        await().atMost(SOON).until(() -> slices.get() > before + 2);

        turn.set(new RepairClaim(false, false, null));
        await().atMost(SOON).until(() -> check.strays() == 0);

        slice.set(new RepairSlice(3, null, strays, true));
        turn.set(ours);
        await().atMost(SOON).until(() -> check.strays() != 0);
        assertThat(check.strays()).isEqualTo(3);
    }

    @Test
    void untilARoundEndedItsAgeIsThatOfTheLoop() {
        AtomicInteger claims = new AtomicInteger();
        RepairClaim never = new RepairClaim(false, false, null);
        RepairLoop check =
                start(inspection(claims, new AtomicInteger(), never, CompletableFuture.completedStage(END)), BRISK);
        double age = check.sinceRound().orElseThrow();
        await().atMost(SOON).until(() -> claims.get() > 5);
        assertThat(check.sinceRound().orElseThrow()).isGreaterThan(age);
    }

    @Test
    void onceARoundEndedItsAgeIsThatOfTheRound() {
        RepairClaim ended = new RepairClaim(false, false, Duration.ofHours(20));
        RepairLoop check = start(
                inspection(new AtomicInteger(), new AtomicInteger(), ended, CompletableFuture.completedStage(END)),
                BRISK);
        await().atMost(SOON)
                .until(() ->
                        check.sinceRound().orElseThrow() >= Duration.ofHours(20).toSeconds());
    }

    @Test
    void whereItIsOffThereIsNoAge() {
        RepairPass nothing = inspection(
                new AtomicInteger(),
                new AtomicInteger(),
                new RepairClaim(true, true, null),
                CompletableFuture.completedStage(END));
        RepairLoop check = new RepairLoop(
                vertx, nothing, new OutageLog(), RepairRate.of(0), new RepairLoad(() -> 0, looked -> {}));
        check.start();
        assertThat(check.sinceRound()).isEmpty();
    }

    private static RepairPass inspection(
            AtomicInteger claims, AtomicInteger slices, RepairClaim turn, CompletionStage<RepairSlice> slice) {
        return FakePort.of(
                RepairPass.class,
                Map.of(
                        "claim",
                        none -> {
                            claims.incrementAndGet();
                            return CompletableFuture.completedStage(turn);
                        },
                        "next",
                        none -> {
                            slices.incrementAndGet();
                            return slice;
                        }));
    }
}
