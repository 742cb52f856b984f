package io.grape.spring;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.grape.client.Codec;
import io.grape.client.Grape;
import io.grape.client.NewJob;
import io.grape.client.Tube;
import io.grape.client.worker.BatchJob;
import io.grape.client.worker.JobContext;
import io.grape.client.worker.Worker;
import io.grape.junit.GrapeTest;
import io.grape.junit.TestBroker;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import io.micrometer.core.instrument.observation.DefaultMeterObservationHandler;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.micrometer.observation.Observation;
import io.micrometer.observation.ObservationRegistry;
import io.opentelemetry.api.common.AttributeKey;
import io.opentelemetry.api.trace.SpanKind;
import io.opentelemetry.sdk.trace.data.SpanData;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.Test;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;

/** Spans and meters of jobs, by a real tracer, with a real broker. */
@GrapeTest
class ObservedJobsTest {
    private static final Tube<String> ORDERS = Tube.of("orders", Codec.text());
    private static final Tube<String> MAILS = Tube.of("mails", Codec.text());

    private final Spans spans = new Spans();
    private final MeterRegistry meters = new SimpleMeterRegistry();
    private final ObservationRegistry registry = spans.registry();

    ObservedJobsTest() {
        registry.observationConfig().observationHandler(new DefaultMeterObservationHandler(meters));
    }

    static class Orders {
        private final Grape grape;
        private final List<String> parents = new CopyOnWriteArrayList<>();

        Orders(Grape grape) {
            this.grape = grape;
        }

        @GrapeHandler("orders")
        void place(String order, JobContext job) {
            parents.add(job.headers().get("traceparent"));
            if (order.equals("bad")) {
                throw new IllegalStateException("no such order");
            }
            grape.produce(MAILS, "placed " + order);
        }

        @GrapeHandler("mails")
        void send(String mail) {}
    }

    private ApplicationContextRunner shop(TestBroker broker) {
        return Contexts.of(broker)
                .withBean(ObservationRegistry.class, () -> registry)
                .withBean(Orders.class);
    }

    private static String attribute(SpanData span, String name) {
        return span.getAttributes().get(AttributeKey.stringKey(name));
    }

    @Test
    void aRunIsBelowItsProduceThroughEveryHop(TestBroker broker) {
        shop(broker).run(context -> {
            Observation.createNotStarted("request", registry)
                    .observe(() -> context.getBean(Grape.class)
                            .produce(ORDERS, NewJob.of("8812").id("a").delay(Duration.ofDays(1))));
            broker.advance(Duration.ofDays(1));
            assertThat(context.getBean(Orders.class).parents)
                    .singleElement()
                    .asString()
                    .startsWith("00-");
        });
        SpanData request = spans.ended("request");
        SpanData produce = spans.ended("produce orders");
        SpanData process = spans.ended("process orders");
        SpanData mail = spans.ended("process mails");
        assertThat(produce.getParentSpanId()).isEqualTo(request.getSpanId());
        assertThat(process.getParentSpanId()).isEqualTo(produce.getSpanId());
        assertThat(mail.getParentSpanId())
                .isEqualTo(spans.ended("produce mails").getSpanId());
        assertThat(List.of(produce, process, mail))
                .allSatisfy(span -> assertThat(span.getTraceId()).isEqualTo(request.getTraceId()));
        assertThat(produce.getKind()).isEqualTo(SpanKind.PRODUCER);
        assertThat(process.getKind()).isEqualTo(SpanKind.CONSUMER);
        assertThat(attribute(process, "messaging.system")).isEqualTo("grape");
        assertThat(attribute(process, "messaging.destination.name")).isEqualTo("orders");
        assertThat(attribute(process, "messaging.message.id")).isEqualTo("a");
        assertThat(attribute(process, "grape.job.outcome")).isEqualTo("finish");
        assertThat(attribute(process, "grape.job.attempt")).isEqualTo("1");
    }

    @Test
    void aFailureIsOnTheSpanAndInTheMeters(TestBroker broker) {
        shop(broker).withPropertyValues("grape.worker.retry.attempts=1").run(context -> {
            context.getBean(Grape.class).produce(ORDERS, "bad");
            broker.runUntilIdle();
        });
        assertThat(spans.ended("process orders").getEvents()).isNotEmpty();
        Timer timer = meters.get("grape.process")
                .tag("messaging.destination.name", "orders")
                .timer();
        assertThat(timer.count()).isEqualTo(1);
        assertThat(timer.getId().getTag("error")).isEqualTo("IllegalStateException");
        assertThat(timer.getId().getTag("grape.job.outcome")).isEqualTo("none");
    }

    @Test
    void aProduceThatFailsIsOne(TestBroker broker) {
        shop(broker).run(context -> {
            Grape grape = context.getBean(Grape.class);
            assertThat(grape.produceAll(ORDERS, List.of(NewJob.of("a").id("bad\n"), NewJob.of("b")))
                            .get(0)
                            .failure())
                    .isNotNull();
        });
        SpanData produce = spans.ended("produce orders");
        assertThat(attribute(produce, "messaging.batch.message_count")).isEqualTo("2");
        assertThat(produce.getEvents()).isNotEmpty();
    }

    @Test
    void aBatchIsOneRun(TestBroker broker) {
        List<String> seen = new CopyOnWriteArrayList<>();
        ObservedJobs observed = new ObservedJobs(registry);
        try (Grape grape = broker.client();
                Worker worker = Worker.of(grape)
                        .around(observed)
                        .onBatch(
                                MAILS,
                                2,
                                Duration.ofMinutes(1),
                                batch -> batch.stream().map(BatchJob::payload).forEach(seen::add))
                        .start()) {
            grape.produceAll(MAILS, List.of(NewJob.of("a"), NewJob.of("b")));
            await().atMost(Contexts.PATIENCE).until(() -> seen.size() == 2);
            assertThat(worker.status().state()).isNotNull();
        }
        SpanData process = spans.ended("process mails");
        assertThat(attribute(process, "messaging.batch.message_count")).isEqualTo("2");
    }
}
