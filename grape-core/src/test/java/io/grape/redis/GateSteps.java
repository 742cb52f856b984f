package io.grape.redis;

import static io.grape.core.ContractSteps.get;
import static io.grape.core.ContractSteps.id;
import static io.grape.core.ContractSteps.job;
import static org.assertj.core.api.Assertions.assertThat;

import io.grape.core.TubeCounter;
import io.grape.core.gate.Gate;
import io.grape.core.gate.GateMatch;
import io.grape.core.gate.GateMode;
import io.grape.core.gate.GateRequest;
import io.grape.core.gate.Gates;
import io.grape.core.job.JobEvent;
import io.grape.core.job.JobEventType;
import io.grape.core.job.JobTags;
import io.grape.core.job.NewJob;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What the laws of gates have in common. */
interface GateSteps extends KeySteps {
    default Gates gates() {
        return store().gates();
    }

    default boolean put(String name, GateMatch match, GateMode mode, @Nullable Instant until) {
        return get(gates().put(tube(), name, new GateRequest(match, mode, until, "a reason", "ann")));
    }

    default boolean put(String name, GateMatch match, GateMode mode) {
        return put(name, match, mode, null);
    }

    default void lift(String name) {
        get(gates().lift(tube(), name));
    }

    default Gate gate(String name) {
        return get(gates().list(tube())).stream()
                .filter(gate -> gate.name().equals(name))
                .findAny()
                .orElseThrow();
    }

    default List<Gate> all() {
        return get(gates().list(tube()));
    }

    static NewJob labelled(String id, String... labels) {
        return job(id).tags(new JobTags(null, List.of(labels)));
    }

    static NewJob keyed(String id, String key, String... labels) {
        return job(id).tags(new JobTags(key, List.of(labels)));
    }

    default long total(TubeCounter counter) {
        return describe().total(counter);
    }

    default void assertBalanced() {
        assertThat(describe().imbalance()).isZero();
    }

    default List<JobEventType> history(String id) {
        return get(store().histories().history(tube(), id(id))).events().stream()
                .map(JobEvent::what)
                .toList();
    }
}
