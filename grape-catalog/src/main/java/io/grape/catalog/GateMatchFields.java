package io.grape.catalog;

import io.grape.catalog.Type.Bool;
import io.grape.catalog.Type.Text;
import java.util.stream.Stream;

/** Which jobs a gate matches. */
public final class GateMatchFields {
    static final String ONE_OF = "an object with one of key, label and all";

    public static final Schema SCHEMA = new Schema(
            "Match",
            "MatchSpec",
            "Which jobs: exactly one of key, label and all.",
            "Which jobs: exactly one of key, label and all.");

    public static final Field<String> KEY =
            SCHEMA.field("key", Text.KEY).nullable().describedAs("Jobs with this key.");

    public static final Field<String> LABEL =
            SCHEMA.field("label", Text.LABEL).nullable().describedAs("Jobs with this label.");

    public static final Field<Boolean> ALL =
            SCHEMA.field("all", new Bool()).nullable().describedAs("True: all jobs of the tube.");

    static {
        SCHEMA.rule(draft -> {
            Boolean isAll = draft.find(ALL);
            if (isAll != null && !isAll && !draft.has(KEY) && !draft.has(LABEL)) {
                throw draft.refusal(ALL, "true", "false");
            }
        });
    }

    private GateMatchFields() {}

    static boolean isOne(Values match) {
        return Stream.of(KEY, LABEL, ALL).filter(match::has).count() == 1;
    }
}
