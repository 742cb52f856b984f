package io.grape.examples;

import static org.assertj.core.api.Assertions.assertThat;

import io.grape.client.Grape;
import io.grape.client.JobState;
import io.grape.junit.GrapeTest;
import io.grape.junit.TestBroker;
import org.junit.jupiter.api.Test;

@GrapeTest
class BatchTest {
    @Test
    void everyRowIsWorkedOn(Grape grape, TestBroker broker) throws Exception {
        assertThat(Printed.by(Batch::main, broker.uri().toString(), "3000"))
                .containsExactly("produced 3000, there already 0", "worked on 3000, left 0");
        assertThat(grape.tubes().status("rows").orElseThrow().counts())
                .allSatisfy(
                        (state, count) -> assertThat(count).as(state.wireName()).isZero());
    }

    @Test
    void whoProducesTwiceProducesNoRowTwice(Grape grape) throws Exception {
        Batch batch = new Batch(grape, 10);
        batch.produce();
        assertThat(Printed.by(args -> batch.produce())).containsExactly("produced 0, there already 10");
        assertThat(grape.tubes().status("rows").orElseThrow().counts()).containsEntry(JobState.READY, 10L);
    }
}
