package io.grape.catalog;

import io.grape.catalog.Type.Nested;
import io.grape.catalog.Type.Text;
import io.grape.catalog.Type.Timestamp;
import java.time.Instant;

/** A gate of a tube. */
public final class GateFields {
    public static final Schema SCHEMA =
            new Schema("GateSettings", "GateSpec", "What a gate does.", "A gate to add, or to change.");

    public static final Field<Values> MATCH = SCHEMA.field("match", new Nested(GateMatchFields.SCHEMA))
            .required(GateMatchFields.ONE_OF)
            .describedAs("Which jobs: exactly one of key, label and all.");

    public static final Field<String> MODE = SCHEMA.field(
                    "mode", Type.namedChoice("GateMode", "hold", "drop", "bury", "refuse"))
            .required()
            .describedAs("What happens to them: ready jobs are held, dropped or buried, new ones refused.");

    public static final Field<Instant> UNTIL = SCHEMA.field("until", Timestamp.ANY)
            .shownAsNull()
            .describedAs("When it is removed automatically; null = when somebody removes it.");

    public static final Field<String> REASON = SCHEMA.field("reason", new Text(200))
            .nullable()
            .withDefault("")
            .alwaysShown()
            .describedAs("Why the gate was added, for people.");

    static {
        SCHEMA.rule(draft -> {
            if (!GateMatchFields.isOne(draft.get(MATCH))) {
                throw draft.refusal(MATCH, GateMatchFields.ONE_OF, "none or several");
            }
        });
    }

    private GateFields() {}
}
