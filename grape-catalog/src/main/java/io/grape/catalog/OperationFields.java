package io.grape.catalog;

import io.grape.catalog.Type.Millis;
import io.grape.catalog.Type.Text;
import io.grape.catalog.Type.Timestamp;
import io.grape.catalog.Type.WholeNumber;
import java.time.Duration;
import java.time.Instant;

/** What an operation on many jobs does, and with which jobs. Redis stores each field under its name in JSON. */
public final class OperationFields {
    private static final WholeNumber<Long> JOBS = WholeNumber.ofLongs(1, 1_000_000_000);

    public static final Schema SCHEMA = new Schema(
            "OperationValues",
            "OperationValuesSpec",
            "What an operation does, and with which jobs.",
            "What an operation does, and with which jobs.");

    public static final Field<String> KIND = SCHEMA.field(
                    "kind", Type.namedChoice("OperationKind", "kick", "delete", "move"))
            .required()
            .describedAs("What happens to the jobs.");

    public static final Field<String> TUBE =
            SCHEMA.field("tube", Text.TUBE_NAME).required("a value").describedAs("The tube of the jobs.");

    public static final Field<String> STATE = SCHEMA.field("state", Type.choice("failed", "delayed", "ready"))
            .required()
            .storedAs("from")
            .shownAs("from")
            .note("The operation shows it as from.")
            .describedAs("The state of the jobs.");

    public static final Field<String> REASON =
            SCHEMA.field("reason", new Text(200)).describedAs("Only jobs whose failure reason has this signature.");

    public static final Field<Instant> DUE_FROM =
            SCHEMA.field("dueFrom", Timestamp.ANY).describedAs("Only jobs that are due at this instant or later.");

    public static final Field<Instant> DUE_TO =
            SCHEMA.field("dueTo", Timestamp.ANY).describedAs("Only jobs that are due before this instant.");

    public static final Field<String> KEY = SCHEMA.field("key", Text.KEY).describedAs("Only jobs with this key.");

    public static final Field<String> LABEL =
            SCHEMA.field("label", Text.LABEL).describedAs("Only jobs with this label.");

    public static final Field<Long> LIMIT =
            SCHEMA.field("limit", JOBS).note("Default: all.").describedAs("The maximum number of jobs.");

    public static final Field<Long> PER_SECOND = SCHEMA.field("perSecond", WholeNumber.ofLongs(1, 1_000_000))
            .describedAs("The maximum number of jobs per second.");

    public static final Field<Duration> DELAY = SCHEMA.field(
                    "delayMs", Millis.atLeast(Duration.ZERO, SharedBounds.MAX_DURATION))
            .describedAs("With a kick: the delay of the jobs.");

    public static final Field<String> TO =
            SCHEMA.field("to", Text.TUBE_NAME).describedAs("With a move: the tube that gets the jobs.");

    public static final Field<Long> STOP_AFTER_FAILURES = SCHEMA.field("stopAfterFailures", JOBS)
            .describedAs("The operation stops once this many jobs of the tube have failed since it started.");

    static {
        SCHEMA.rule(draft -> {
            boolean isMove = draft.get(KIND).equals("move");
            if (!draft.get(KIND).equals("kick")
                    && draft.has(DELAY)
                    && !draft.get(DELAY).isZero()) {
                throw draft.refusal(DELAY, "it with kind kick", draft.get(KIND));
            }
            if (isMove && !draft.has(TO)) {
                throw draft.refusal(TO, "the tube that the jobs move to", "none");
            }
            if (!isMove && draft.has(TO)) {
                throw draft.refusal(TO, "it with kind move", draft.get(KIND));
            }
            if (draft.get(TUBE).equals(draft.find(TO))) {
                throw draft.refusal(TO, "another tube", "'" + draft.get(TO) + "'");
            }
        });
    }

    private OperationFields() {}
}
