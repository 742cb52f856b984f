package io.grape.client.worker;

import static io.grape.client.worker.Jobs.TUBE;
import static org.assertj.core.api.Assertions.assertThat;

import io.grape.client.NewJob;
import io.grape.client.TubeScale;
import io.grape.client.TubeSettings;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** What a client is told of the workers that a tube needs. */
class ScaleTest {
    @RegisterExtension
    final TestBroker broker = new TestBroker();

    @Test
    void aTubeSaysHowManyWorkersItNeeds() {
        assertThat(broker.grape().tubes().scale("work")).isEmpty();
        broker.grape().tubes().configure("work", new TubeSettings(Duration.ofMinutes(1), 3));
        assertThat(broker.grape().tubes().scale("work")).contains(new TubeScale(0, null, 0));
        broker.grape().produce(TUBE, NewJob.of("payload"));
        TubeScale scale = broker.grape().tubes().scale("work").orElseThrow();
        assertThat(scale.ready()).isEqualTo(1);
        assertThat(scale.oldestReady()).isNotNull();
        assertThat(scale.workers()).isEqualTo(1);
    }
}
