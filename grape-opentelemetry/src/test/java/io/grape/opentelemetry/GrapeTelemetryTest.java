package io.grape.opentelemetry;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.grape.client.Codec;
import io.grape.client.Grape;
import io.grape.client.GrapeException;
import io.grape.client.Job;
import io.grape.client.NewJob;
import io.grape.client.OnDuplicate;
import io.grape.client.Produced;
import io.grape.client.Result;
import io.grape.client.Tube;
import io.grape.client.worker.Retry;
import io.grape.client.worker.Worker;
import io.grape.client.worker.WorkerBuilder;
import io.grape.harness.DeafPort;
import io.grape.redis.TestRedis;
import io.grape.server.ListenerOptions;
import io.grape.server.MetricsOptions;
import io.grape.server.RepairOptions;
import io.grape.server.ServerConfig;
import io.grape.server.StoreOptions;
import io.grape.server.app.GrapeServer;
import io.opentelemetry.api.common.AttributeKey;
import io.opentelemetry.api.trace.Span;
import io.opentelemetry.api.trace.SpanKind;
import io.opentelemetry.context.Context;
import io.opentelemetry.context.Scope;
import io.opentelemetry.sdk.trace.data.SpanData;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The spans of jobs, from a real client over a real broker to a real worker. */
@Tag("slow")
@SuppressWarnings("try")
class GrapeTelemetryTest {
    private static final Tube<String> ORDERS = Tube.of("orders", Codec.text());
    private static final Tube<String> MAILS = Tube.of("mails", Codec.text());
    private static final Retry LATER = Retry.exponential(Duration.ofHours(1), Duration.ofHours(1));

    private final Spans spans = new Spans();
    private final GrapeTelemetry telemetry = GrapeTelemetry.of(spans.sdk());
    private final GrapeServer broker = GrapeServer.start(
            new ServerConfig(
                    new ListenerOptions("127.0.0.1", 0, Duration.ZERO, 2000),
                    new StoreOptions(
                            null,
                            TestRedis.newNamespace(),
                            Path.of("target"),
                            Duration.ofSeconds(5),
                            Duration.ZERO,
                            true),
                    new MetricsOptions(100),
                    new RepairOptions(0)),
            TestRedis.uri());
    private final Grape grape = client(telemetry);

    private Grape client(GrapeTelemetry with) {
        return Grape.builder()
                .brokers(URI.create("http://127.0.0.1:" + broker.httpPort()))
                .around(with)
                .build();
    }

    private WorkerBuilder worker() {
        return Worker.of(grape).around(telemetry).retry(LATER);
    }

    @AfterEach
    void close() {
        grape.close();
        broker.close().await();
    }

    private static @Nullable String text(SpanData span, String attribute) {
        return span.getAttributes().get(AttributeKey.stringKey(attribute));
    }

    private static @Nullable Long number(SpanData span, String attribute) {
        return span.getAttributes().get(AttributeKey.longKey(attribute));
    }

    @Test
    void aProduceIsASpanBelowTheCallersAndTheJobCarriesIt() {
        Span caller = spans.sdk().getTracer("test").spanBuilder("place order").startSpan();
        try (Scope scope = caller.makeCurrent()) {
            grape.produce(ORDERS, NewJob.of("x").id("8812"));
        }
        SpanData produce = spans.ended("produce orders");
        assertThat(produce.getParentSpanId()).isEqualTo(caller.getSpanContext().getSpanId());
        assertThat(produce.getKind()).isEqualTo(SpanKind.PRODUCER);
        assertThat(Stream.of("system", "destination.name", "operation.type", "message.id")
                        .map(name -> text(produce, "messaging." + name)))
                .containsExactly("grape", "orders", "send", "8812");
        assertThat(grape.peek(ORDERS, "8812").orElseThrow().headers())
                .hasEntrySatisfying(
                        "traceparent",
                        header -> assertThat(header)
                                .startsWith("00-" + produce.getTraceId() + "-" + produce.getSpanId() + "-"));
    }

    @Test
    void aProduceThatFailsSaysSo() {
        NewJob<String> once = NewJob.of("x").id("8812").onDuplicate(OnDuplicate.REJECT);
        grape.produce(ORDERS, once);
        assertThatThrownBy(() -> grape.produce(ORDERS, once)).isInstanceOf(GrapeException.class);
        SpanData failed = spans.ended("produce orders", 2).get(1);
        assertThat(text(failed, "error.type")).isEqualTo("DUPLICATE");
        assertThat(failed.getEvents()).hasSize(1);
    }

    @Test
    void aProduceThatNobodyTakesSaysSo() throws IOException {
        try (DeafPort nobody = new DeafPort();
                Grape away = Grape.builder()
                        .brokers(nobody.uri())
                        .callTimeout(Duration.ofSeconds(1))
                        .around(telemetry)
                        .build()) {
            List<Result<Produced>> results = away.produceAll(ORDERS, List.of(NewJob.of("x"), NewJob.of("y")));
            assertThat(results).noneMatch(Result::isOk);
            assertThat(text(spans.ended("produce orders"), "error.type")).isEqualTo("UNREACHABLE");
        }
    }

    @Test
    void aRunIsATraceOfItsOwnThatIsLinkedToTheProduceAndItsAcknowledgementIsBelow() {
        try (Worker worker = worker().on(ORDERS, (payload, job) -> {}).start()) {
            grape.produce(ORDERS, NewJob.of("x").id("8812"));
            SpanData produce = spans.ended("produce orders");
            SpanData process = spans.ended("process orders");
            assertThat(process.getKind()).isEqualTo(SpanKind.CONSUMER);
            assertThat(process.getParentSpanContext().isValid()).isFalse();
            assertThat(process.getTraceId()).isNotEqualTo(produce.getTraceId());
            assertThat(process.getLinks())
                    .extracting(link -> link.getSpanContext().getSpanId())
                    .containsExactly(produce.getSpanId());
            assertThat(text(process, "grape.job.outcome")).isEqualTo("finish");
            assertThat(number(process, "grape.job.attempt")).isEqualTo(1);
            SpanData acknowledge = spans.ended("acknowledge orders");
            assertThat(acknowledge.getParentSpanId()).isEqualTo(process.getSpanId());
            assertThat(acknowledge.getKind()).isEqualTo(SpanKind.CLIENT);
            assertThat(text(acknowledge, "error.type")).isNull();
            assertThat(grape.peek(ORDERS, "8812")).isEmpty();
        }
    }

    @Test
    void aRunMayContinueTheTraceOfItsProducer() {
        try (Worker worker = Worker.of(grape)
                .around(telemetry.continuingTraces())
                .on(ORDERS, (payload, job) -> {})
                .start()) {
            grape.produce(ORDERS, "x");
            SpanData process = spans.ended("process orders");
            assertThat(process.getParentSpanId())
                    .isEqualTo(spans.ended("produce orders").getSpanId());
            assertThat(process.getLinks()).isEmpty();
        }
    }

    @Test
    void theContextTravelsThroughEveryHop() {
        try (Worker worker = worker().on(ORDERS, (payload, job) -> {
                    var unused = grape.produce(MAILS, "to " + payload);
                })
                .on(MAILS, (payload, job) -> {})
                .start()) {
            grape.produce(ORDERS, "acme");
            SpanData process = spans.ended("process orders");
            SpanData second = spans.ended("produce mails");
            assertThat(second.getParentSpanId()).isEqualTo(process.getSpanId());
            assertThat(spans.ended("process mails").getLinks())
                    .extracting(link -> link.getSpanContext().getSpanId())
                    .containsExactly(second.getSpanId());
        }
    }

    @Test
    void aFailureIsOnTheSpanOfItsRun() {
        try (Worker worker = worker().on(ORDERS, (payload, job) -> {
                    throw new IOException("mailbox full");
                })
                .start()) {
            grape.produce(ORDERS, "x");
            SpanData process = spans.ended("process orders");
            assertThat(text(process, "error.type")).isEqualTo("java.io.IOException");
            assertThat(process.getEvents()).hasSize(1);
            spans.ended("acknowledge orders");
        }
    }

    @Test
    void anAcknowledgementThatComesTooLateSaysSo() {
        try (Worker worker = worker().on(ORDERS, (payload, job) -> {
                    var unused = grape.forceDelete(ORDERS, job.id());
                })
                .start()) {
            grape.produce(ORDERS, "x");
            assertThat(text(spans.ended("acknowledge orders"), "error.type")).isEqualTo("LOST");
        }
    }

    @Test
    void manyJobsAreOneSpanAndABatchIsLinkedToAllItsProducers() {
        grape.produce(ORDERS, NewJob.of("a").id("1"));
        grape.produceAll(ORDERS, List.of(NewJob.of("b").id("2"), NewJob.of("c").id("3")));
        List<SpanData> produced = spans.ended("produce orders", 2);
        assertThat(number(produced.get(1), "messaging.batch.message_count")).isEqualTo(2);
        try (Worker worker =
                worker().onBatch(ORDERS, 3, Duration.ofHours(1), batch -> {}).start()) {
            SpanData process = spans.ended("process orders");
            assertThat(number(process, "messaging.batch.message_count")).isEqualTo(3);
            assertThat(process.getLinks())
                    .extracting(link -> link.getSpanContext().getSpanId())
                    .containsExactlyInAnyOrder(
                            produced.get(0).getSpanId(),
                            produced.get(1).getSpanId(),
                            produced.get(1).getSpanId());
            SpanData acknowledge = spans.ended("acknowledge orders");
            assertThat(acknowledge.getParentSpanId()).isEqualTo(process.getSpanId());
            assertThat(number(acknowledge, "messaging.batch.message_count")).isEqualTo(3);
        }
        assertThat(spans.named("acknowledge orders")).hasSize(1);
    }

    @Test
    void whoConsumesByHandHasTheContextOfTheProducer() {
        grape.produce(ORDERS, "x");
        Job<String> job = grape.consume(ORDERS, 1, Duration.ofSeconds(20)).get(0);
        Context producer = telemetry.contextOf(job.headers());
        assertThat(Span.fromContext(producer).getSpanContext().getSpanId())
                .isEqualTo(spans.ended("produce orders").getSpanId());
    }

    @Test
    void theHeadersOfTheCallerAreForAnOutbox() {
        assertThat(telemetry.currentHeaders()).isEmpty();
        Span caller = spans.sdk().getTracer("test").spanBuilder("place order").startSpan();
        try (Scope scope = caller.makeCurrent()) {
            assertThat(telemetry.currentHeaders()).containsOnlyKeys("traceparent");
            assertThat(Span.fromContext(telemetry.contextOf(telemetry.currentHeaders()))
                            .getSpanContext()
                            .getSpanId())
                    .isEqualTo(caller.getSpanContext().getSpanId());
        }
        caller.end();
    }

    @Test
    void whatNoJobCanCarryIsLeftOutAndCostsNoJob() {
        Spans chatty = new Spans(new Chatty());
        try (Grape talker = client(GrapeTelemetry.of(chatty.sdk()))) {
            talker.produce(ORDERS, NewJob.of("x").id("8812"));
            assertThat(talker.peek(ORDERS, "8812").orElseThrow().headers()).containsOnlyKeys("x-short");
        }
    }
}
