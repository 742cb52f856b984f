package sample;

import static org.assertj.core.api.Assertions.assertThat;

import io.grape.client.Codec;
import io.grape.client.Grape;
import io.grape.client.NewJob;
import io.grape.client.Produced;
import io.grape.client.Tube;
import io.grape.client.worker.JobContext;
import io.grape.junit.GrapeTest;
import io.grape.junit.TestBroker;
import io.grape.spring.AfterCommit;
import io.grape.spring.GrapeHandler;
import io.grape.spring.TransactionalOutbox;
import io.micrometer.observation.Observation;
import io.micrometer.observation.ObservationRegistry;
import io.opentelemetry.context.Context;
import io.opentelemetry.sdk.trace.ReadWriteSpan;
import io.opentelemetry.sdk.trace.ReadableSpan;
import io.opentelemetry.sdk.trace.SpanProcessor;
import io.opentelemetry.sdk.trace.data.SpanData;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.boot.test.context.TestConfiguration;
import org.springframework.context.ApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.support.TransactionTemplate;

/** What the starter finds in this version of Spring Boot: tracing, transactions, an outbox, and threads. */
@GrapeTest
@SpringBootTest(
        properties = {
            "spring.threads.virtual.enabled=true",
            // Spring Boot 3.5 switches tracing off in tests.
            "spring.test.observability.auto-configure=true"
        })
class StarterTest {
    private static final Tube<String> NOTES = Tube.of("notes", Codec.text());

    static class Spans implements SpanProcessor {
        private final List<SpanData> ended = new CopyOnWriteArrayList<>();

        @Override
        public void onStart(Context parent, ReadWriteSpan span) {}

        @Override
        public boolean isStartRequired() {
            return false;
        }

        @Override
        public void onEnd(ReadableSpan span) {
            ended.add(span.toSpanData());
        }

        @Override
        public boolean isEndRequired() {
            return true;
        }

        /** Of this trace: other tests make spans, too. */
        SpanData of(String trace, String name) {
            return ended.stream()
                    .filter(span -> span.getName().equals(name) && span.getTraceId().equals(trace))
                    .findFirst()
                    .orElseThrow(() -> new AssertionError("expected " + name + " in " + trace + ", got " + ended));
        }

        String traceOf(String name) {
            return ended.stream()
                    .filter(span -> span.getName().equals(name))
                    .findFirst()
                    .orElseThrow()
                    .getTraceId();
        }
    }

    static class Notes {
        private final List<String> done = new CopyOnWriteArrayList<>();
        private volatile Thread thread;

        @GrapeHandler("notes")
        void note(String text, JobContext job) {
            thread = Thread.currentThread();
            done.add(text);
        }
    }

    @TestConfiguration(proxyBeanMethods = false)
    static class Parts {
        @Bean
        Spans spans() {
            return new Spans();
        }

        @Bean
        Notes notes() {
            return new Notes();
        }
    }

    @Autowired
    private Grape grape;

    @Autowired
    private Notes notes;

    @Test
    void aRunIsInTheTraceOfItsProduce(
            TestBroker broker, @Autowired ObservationRegistry registry, @Autowired Spans spans) {
        Observation.createNotStarted("request", registry)
                .observe(() -> grape.produce(NOTES, NewJob.of("note").delay(Duration.ofDays(1))));
        broker.advance(Duration.ofDays(1));
        assertThat(notes.done).contains("note");
        String trace = spans.traceOf("request");
        SpanData produce = spans.of(trace, "produce notes");
        assertThat(spans.of(trace, "process notes").getParentSpanId()).isEqualTo(produce.getSpanId());
    }

    @Test
    void aJobIsProducedAfterTheCommit(
            TestBroker broker, @Autowired AfterCommit afterCommit, @Autowired PlatformTransactionManager transactions) {
        CompletableFuture<Produced> produced = new TransactionTemplate(transactions)
                .execute(status -> afterCommit.produce(NOTES, NewJob.of("committed")));
        assertThat(produced.join().created()).isTrue();
        broker.runUntilIdle();
        assertThat(notes.done).contains("committed");
    }

    @Test
    void aDataSourceHasAnOutbox(@Autowired ApplicationContext context) {
        assertThat(context.getBeansOfType(TransactionalOutbox.class)).hasSize(1);
    }

    @Test
    void threadsAreVirtualWhereTheyAreOn(TestBroker broker) throws ReflectiveOperationException {
        grape.produce(NOTES, "thread");
        broker.runUntilIdle();
        boolean hasVirtualThreads = Runtime.version().feature() >= 21;
        assertThat(notes.thread.isDaemon()).isTrue();
        if (hasVirtualThreads) {
            assertThat(Thread.class.getMethod("isVirtual").invoke(notes.thread)).isEqualTo(true);
        }
    }
}
