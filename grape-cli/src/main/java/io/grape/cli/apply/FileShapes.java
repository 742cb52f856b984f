package io.grape.cli.apply;

import static io.grape.cli.apply.Shapes.choice;
import static io.grape.cli.apply.Shapes.flag;
import static io.grape.cli.apply.Shapes.list;
import static io.grape.cli.apply.Shapes.map;
import static io.grape.cli.apply.Shapes.number;
import static io.grape.cli.apply.Shapes.orNull;
import static io.grape.cli.apply.Shapes.text;
import static io.grape.cli.apply.Shapes.whole;

import io.grape.catalog.GateFields;
import io.grape.catalog.QuotaFields;
import io.grape.catalog.ScheduleFields;
import io.grape.catalog.TubeFields;
import io.grape.cli.terminal.Output;
import io.grape.client.GateMode;
import java.util.stream.Stream;

/** The fields that a file of {@code apply} may have. They are those of the HTTP API, see {@code docs/http.md}. */
final class FileShapes {
    /** The client has an enum of the modes, so it cannot send another one. */
    static final ObjectShape GATE = DeclaredShape.of(GateFields.SCHEMA)
            .with("mode", choice(Stream.of(GateMode.values()).map(Output::name).toArray(String[]::new)));

    static final ObjectShape SCHEDULE = DeclaredShape.of(ScheduleFields.SCHEMA)
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
