package io.grape.cli.apply;

import static io.grape.cli.apply.Shapes.choice;
import static io.grape.cli.apply.Shapes.flag;
import static io.grape.cli.apply.Shapes.instant;
import static io.grape.cli.apply.Shapes.list;
import static io.grape.cli.apply.Shapes.map;
import static io.grape.cli.apply.Shapes.number;
import static io.grape.cli.apply.Shapes.orNull;
import static io.grape.cli.apply.Shapes.text;
import static io.grape.cli.apply.Shapes.whole;

/** What a file may say: the fields of {@code docs/http.md}. */
final class FileShapes {
    private static final int MILLION = 1_000_000;
    private static final double SLOWEST = 0.00001;
    private static final long MOST_PRIORITY = 4_294_967_295L;

    private static final ObjectShape LIMITS = rate().with("concurrency", orNull(whole(1, MILLION)))
            .with("maxJobs", orNull(whole(1, Long.MAX_VALUE)))
            .with("maxBytes", orNull(whole(1, Long.MAX_VALUE)));

    private static final ObjectShape KEYS = rate().with("fair", flag())
            .with("fairBy", choice("jobs", "time"))
            .with("concurrency", orNull(whole(1, MILLION)))
            .with("maxJobs", orNull(whole(1, Long.MAX_VALUE)))
            .with("ordered", flag())
            .with("onFailure", choice("skip", "block"));

    private static final ObjectShape RETRY = new ObjectShape("firstMs")
            .withMillis("firstMs")
            .withMillis("mostMs")
            .with("factor", number(1, 100))
            .with("jitter", number(0, 1));

    static final ObjectShape GATE = new ObjectShape("match", "mode")
            .with(
                    "match",
                    new ObjectShape().with("key", text()).with("label", text()).with("all", flag()))
            .with("mode", choice("hold", "drop", "bury", "refuse"))
            .with("until", orNull(instant()))
            .with("reason", orNull(text()));

    static final ObjectShape SCHEDULE = new ObjectShape()
            .with("cron", text())
            .with("timeZone", text())
            .with("gap", choice("next", "skip"))
            .with("overlap", choice("first", "second", "both"))
            .withMillis("everyMs")
            .with("anchor", orNull(instant()))
            .withMillis("windowMs")
            .with("from", orNull(instant()))
            .with("to", orNull(instant()))
            .with("maxRuns", orNull(whole(1, Integer.MAX_VALUE)))
            .with("missed", choice("one", "skip", "all"))
            .withMillis("missedWithinMs")
            .with("whileRunning", choice("allow", "skip", "queue"))
            .with("pauseAfterFailures", orNull(whole(1, 1000)))
            .with("paused", flag())
            .with("payload", Shapes.any())
            .with("payloadBase64", Shapes.base64())
            .with("contentType", text())
            .with("headers", map(text()))
            .with("key", orNull(text()))
            .with("labels", list(text()))
            .with("weight", orNull(number(0.01, 1000)))
            .with("priority", whole(0, MOST_PRIORITY))
            .withMillis("ttrMs")
            .with("maxAttempts", orNull(whole(0, MILLION)));

    static final ObjectShape TUBE = new ObjectShape()
            .withMillis("ttrMs")
            .with("maxAttempts", whole(0, MILLION))
            .with("limits", orNull(LIMITS))
            .with("keys", orNull(KEYS))
            .with("retry", orNull(RETRY))
            .withMillis("dedupMs")
            .withMillis("keepFinishedMs")
            .with("keepFinishedMost", whole(1, 10_000_000))
            .with("keepFinishedBytes", whole(0, Long.MAX_VALUE))
            .with("keepPayload", flag())
            .with("resultMaxBytes", whole(0, Integer.MAX_VALUE))
            .withMillis("expireMs")
            .with("expireTo", choice("drop", "bury"))
            .withMillis("latenessTargetMs")
            .with("paused", flag())
            .with("gates", map(GATE))
            .with("schedules", map(SCHEDULE));

    private static final ObjectShape QUOTA_RATE = new ObjectShape("perSecond")
            .with("perSecond", number(SLOWEST, MILLION))
            .with("burst", orNull(whole(1, MILLION)));

    static final ObjectShape QUOTA = new ObjectShape()
            .with("produce", orNull(QUOTA_RATE))
            .with("consume", orNull(QUOTA_RATE))
            .with("inFlight", orNull(whole(1, MILLION)));

    private FileShapes() {}

    private static ObjectShape rate() {
        return new ObjectShape()
                .with("perSecond", orNull(number(SLOWEST, MILLION)))
                .with("burst", orNull(whole(1, MILLION)));
    }
}
