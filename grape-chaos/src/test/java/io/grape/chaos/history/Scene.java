package io.grape.chaos.history;

import static org.assertj.core.api.Assertions.assertThat;

import io.grape.chaos.history.Entry.Acknowledged;
import io.grape.chaos.history.Entry.Fault;
import io.grape.chaos.history.Entry.HandedOut;
import io.grape.chaos.history.Entry.Produced;
import io.grape.chaos.history.Entry.Verb;
import io.grape.chaos.history.Violation.Kind;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;

/** A history that is written down by hand. One ms passes from call to call, on both clocks. */
final class Scene {
    static final Duration TTR = Duration.ofSeconds(10);
    private static final long NANOS = 1_000_000;
    private static final Instant START = Instant.parse("2026-01-01T00:00:00Z");

    private final List<Entry> entries = new ArrayList<>();
    private final Set<String> left = new HashSet<>();
    private long millis = 1_000;

    /** Redis's time now. */
    Instant now() {
        return START.plusMillis(millis);
    }

    Scene pass(Duration time) {
        millis += time.toMillis();
        return this;
    }

    private Span span() {
        millis++;
        return new Span((millis - 1) * NANOS, millis * NANOS);
    }

    Scene produced(String id, Instant due, CallOutcome outcome, boolean created) {
        return add(new Produced(id, due, outcome, created, Optional.empty(), span()));
    }

    /** A job of a key. */
    Scene produced(String id, Instant due, Lane lane) {
        return add(new Produced(id, due, CallOutcome.DONE, true, Optional.of(lane), span()));
    }

    Scene produced(String id) {
        return produced(id, now(), CallOutcome.DONE, true);
    }

    Scene handedOut(String id, long lease, boolean isIntact) {
        Span span = span();
        return add(new HandedOut(id, lease, now().plus(TTR), TTR, false, isIntact, span));
    }

    Scene taken(String id, long lease) {
        Span span = span();
        return add(new HandedOut(id, lease, now().plus(TTR), TTR, true, true, span));
    }

    Scene handedOut(String id, long lease) {
        return handedOut(id, lease, true);
    }

    Scene acknowledged(Verb verb, String id, long lease, CallOutcome outcome) {
        return add(new Acknowledged(verb, id, lease, outcome, Optional.empty(), span()));
    }

    Scene finished(String id, long lease) {
        return acknowledged(Verb.FINISH, id, lease, CallOutcome.DONE);
    }

    Scene touched(String id, long lease, Instant until) {
        return add(new Acknowledged(Verb.TOUCH, id, lease, CallOutcome.DONE, Optional.of(until), span()));
    }

    Scene released(String id, long lease, Instant due) {
        return add(new Acknowledged(Verb.RELEASE, id, lease, CallOutcome.DONE, Optional.of(due), span()));
    }

    /** A fault that lasts as long as one call. */
    Scene fault(String name, Optional<Duration> undoes) {
        return add(new Fault(name, undoes, span()));
    }

    /** A fault that lasts while all of this happens. */
    Scene faultAround(String name, Optional<Duration> undoes, Consumer<Scene> during) {
        Span begun = span();
        during.accept(this);
        return add(new Fault(name, undoes, new Span(begun.begunNanos(), span().endedNanos())));
    }

    private Scene add(Entry entry) {
        entries.add(entry);
        return this;
    }

    Scene left(String id) {
        left.add(id);
        return this;
    }

    Verdict check() {
        History history = new History();
        entries.forEach(history::add);
        return Checker.check(history, left);
    }

    /** All violations are these, and none has an excuse. */
    void expect(Kind... kinds) {
        assertThat(check().unexcused()).extracting(Violation::kind).containsExactly(kinds);
        assertThat(check().violations()).isEqualTo(check().unexcused());
    }
}
