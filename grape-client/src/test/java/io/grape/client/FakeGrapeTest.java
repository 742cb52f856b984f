package io.grape.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What a test of a service that produces jobs writes for itself: no broker, and one method. */
class FakeGrapeTest {
    private static final Tube<String> NOTES = Tube.of("notes", Codec.text());

    /** Remembers what was produced. */
    private static final class Notebook implements Grape {
        private final List<String> produced = new ArrayList<>();

        @Override
        public <T> Produced produce(Tube<T> tube, NewJob<? extends T> job, AckLevel ack) {
            produced.add(tube.name() + "/" + job.id() + " " + job.payload() + " " + ack);
            return new Produced(job.id(), true, JobState.READY, null, false);
        }

        @Override
        public AsyncGrape async() {
            throw new UnsupportedOperationException("there is no broker");
        }

        @Override
        public Grape within(Duration timeout) {
            return this;
        }

        @Override
        public boolean isClosed() {
            return false;
        }

        @Override
        public ClientEvents events() {
            return ClientEvents.NONE;
        }

        @Override
        public void close() {}
    }

    @Test
    void allWaysToProduceGoThroughTheOneThatIsOverridden() {
        Notebook grape = new Notebook();
        grape.produce(NOTES, NewJob.of("a").id("1"));
        grape.produce(NOTES, NewJob.of("b").id("2"), AckLevel.MEMORY);
        String drawn = grape.produce(NOTES, "c", AckLevel.replicas(1)).id();
        assertThat(grape.produced)
                .containsExactly("notes/1 a disk", "notes/2 b memory", "notes/" + drawn + " c replica:1");
    }

    @Test
    void whatIsNotOverriddenAsksForTheFutures() {
        assertThatThrownBy(() -> new Notebook().peek(NOTES, "1")).hasMessage("there is no broker");
        assertThatThrownBy(() -> new Notebook().kick(NOTES, "1")).hasMessage("there is no broker");
        assertThatThrownBy(() -> new Notebook().tubes().delete("notes")).hasMessage("there is no broker");
    }
}
