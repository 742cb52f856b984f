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

import io.grape.catalog.QuotaFields;
import io.grape.catalog.TubeFields;

/** The fields that a file may have: those of {@code docs/http.md}. */
final class FileShapes {
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
            .with("maxRuns", orNull(whole()))
            .with("missed", choice("one", "skip", "all"))
            .withMillis("missedWithinMs")
            .with("whileRunning", choice("allow", "skip", "queue"))
            .with("pauseAfterFailures", orNull(whole()))
            .with("paused", flag())
            .with("payload", Shapes.any())
            .with("payloadBase64", Shapes.base64())
            .with("contentType", text())
            .with("headers", map(text()))
            .with("key", orNull(text()))
            .with("labels", list(text()))
            .with("weight", orNull(number()))
            .with("priority", whole())
            .withMillis("ttrMs")
            .with("maxAttempts", orNull(whole()));

    static final ObjectShape TUBE = DeclaredShape.of(TubeFields.SETTINGS)
            .with("paused", flag())
            .with("gates", map(GATE))
            .with("schedules", map(SCHEDULE));

    static final ObjectShape QUOTA = DeclaredShape.of(QuotaFields.SCHEMA);

    private FileShapes() {}
}
