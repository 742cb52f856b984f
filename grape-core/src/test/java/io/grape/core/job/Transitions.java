package io.grape.core.job;

import static io.grape.core.JobState.DELAYED;
import static io.grape.core.JobState.FAILED;
import static io.grape.core.JobState.GATED;
import static io.grape.core.JobState.READY;
import static io.grape.core.JobState.RETAINED;

import io.grape.core.JobState;
import io.grape.core.Verb;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The legal transitions, as data: docs/lifecycle.md, the contract test and the model are held against this one table. */
public final class Transitions {
    /**
     * One row.
     *
     * @param from null = no such job
     * @param to where the job may be afterwards, empty = gone
     */
    public record Transition(Verb verb, @Nullable JobState from, Set<JobState> to, String guard) {}

    private static final String LATE = "the lease expired and no other consumer got the job";
    private static final String OVERDUE = "the job expired before it was begun";
    private static final String BURIES = ", and the tube buries such jobs";

    public static final List<Transition> TABLE = List.of(
            new Transition(Verb.PRODUCE, null, Set.of(DELAYED, READY), "the id is not live"),
            new Transition(Verb.ADOPT, null, Set.of(DELAYED, READY, FAILED), "the id is not live"),
            new Transition(Verb.CONSUME, READY, Set.of(RETAINED), "the tube is not paused, and no gate matches"),
            new Transition(Verb.GATE, READY, Set.of(FAILED, GATED), "a gate matches the job when its turn comes"),
            new Transition(Verb.GATE, READY, Set.of(), "a gate that drops matches the job when its turn comes"),
            new Transition(Verb.LIFT, GATED, Set.of(READY), ""),
            new Transition(Verb.TAKE, DELAYED, Set.of(RETAINED), ""),
            new Transition(Verb.TAKE, READY, Set.of(RETAINED), ""),
            new Transition(Verb.TAKE, FAILED, Set.of(RETAINED), ""),
            new Transition(Verb.TOUCH, RETAINED, Set.of(RETAINED), "the lease is current"),
            new Transition(Verb.CANCEL, RETAINED, Set.of(RETAINED), ""),
            new Transition(Verb.CHANGE, DELAYED, Set.of(DELAYED, READY), ""),
            new Transition(Verb.CHANGE, READY, Set.of(DELAYED, READY), ""),
            new Transition(Verb.CHANGE, RETAINED, Set.of(RETAINED), ""),
            new Transition(Verb.CHANGE, FAILED, Set.of(FAILED), ""),
            new Transition(Verb.CHANGE, GATED, Set.of(DELAYED, READY, GATED), ""),
            new Transition(Verb.FINISH, RETAINED, Set.of(), "the lease is current"),
            new Transition(Verb.FINISH, DELAYED, Set.of(), LATE),
            new Transition(Verb.FINISH, READY, Set.of(), LATE),
            new Transition(Verb.FINISH, FAILED, Set.of(), LATE),
            new Transition(Verb.FINISH, GATED, Set.of(), LATE),
            new Transition(Verb.RELEASE, RETAINED, Set.of(DELAYED, READY, FAILED), "the lease is current"),
            new Transition(Verb.BURY, RETAINED, Set.of(FAILED), "the lease is current"),
            new Transition(Verb.HANDBACK, RETAINED, Set.of(DELAYED, READY), "the lease is current"),
            new Transition(
                    Verb.HANDBACK,
                    RETAINED,
                    Set.of(FAILED),
                    "the lease is current, and the job was taken as a failed one"),
            new Transition(Verb.HANDOVER, RETAINED, Set.of(READY), "the lease is current"),
            new Transition(Verb.EXPIRE, RETAINED, Set.of(READY, FAILED), "the lease has run out"),
            new Transition(Verb.EXPIRE, RETAINED, Set.of(DELAYED), "the lease has run out, and the tube has a retry"),
            new Transition(Verb.OVERDUE, READY, Set.of(), OVERDUE),
            new Transition(Verb.OVERDUE, READY, Set.of(FAILED), OVERDUE + BURIES),
            new Transition(Verb.OVERDUE, GATED, Set.of(), OVERDUE),
            new Transition(Verb.OVERDUE, GATED, Set.of(FAILED), OVERDUE + BURIES),
            new Transition(
                    Verb.SUCCEED,
                    RETAINED,
                    Set.of(DELAYED, READY),
                    "the job ended or came back, and another was produced meanwhile, debounced"),
            new Transition(Verb.KICK, FAILED, Set.of(DELAYED, READY), ""),
            new Transition(Verb.KICK, DELAYED, Set.of(DELAYED, READY), ""),
            new Transition(Verb.DELETE, DELAYED, Set.of(), ""),
            new Transition(Verb.DELETE, READY, Set.of(), ""),
            new Transition(Verb.DELETE, FAILED, Set.of(), ""),
            new Transition(Verb.DELETE, GATED, Set.of(), ""),
            new Transition(Verb.DELETE, RETAINED, Set.of(), "force"),
            new Transition(Verb.DISCARD, FAILED, Set.of(), ""));

    private Transitions() {}

    /** The table as docs/lifecycle.md shows it. */
    public static String asMarkdown() {
        List<String> lines = new ArrayList<>(List.of("| verb | from | to | guard |", "|---|---|---|---|"));
        for (Transition row : TABLE) {
            lines.add("| " + row.verb().wireName() + " | " + name(row.from()) + " | " + names(row.to()) + " | "
                    + row.guard() + " |");
        }
        return String.join("\n", lines) + "\n";
    }

    private static String names(Set<JobState> states) {
        return states.isEmpty()
                ? "gone"
                : String.join(
                        ", ", states.stream().sorted().map(JobState::wireName).toList());
    }

    private static String name(@Nullable JobState state) {
        return state == null ? "none" : state.wireName();
    }
}
