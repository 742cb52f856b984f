package io.grape.opentelemetry;

import static org.awaitility.Awaitility.await;

import io.opentelemetry.api.trace.propagation.W3CTraceContextPropagator;
import io.opentelemetry.context.Context;
import io.opentelemetry.context.propagation.ContextPropagators;
import io.opentelemetry.context.propagation.TextMapPropagator;
import io.opentelemetry.sdk.OpenTelemetrySdk;
import io.opentelemetry.sdk.trace.ReadWriteSpan;
import io.opentelemetry.sdk.trace.ReadableSpan;
import io.opentelemetry.sdk.trace.SdkTracerProvider;
import io.opentelemetry.sdk.trace.SpanProcessor;
import io.opentelemetry.sdk.trace.data.SpanData;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/** The spans that have ended. */
final class Spans implements SpanProcessor {
    private static final Duration PATIENCE = Duration.ofSeconds(60);

    private final List<SpanData> ended = new CopyOnWriteArrayList<>();
    private final OpenTelemetrySdk sdk;

    Spans() {
        this(W3CTraceContextPropagator.getInstance());
    }

    Spans(TextMapPropagator propagator) {
        sdk = OpenTelemetrySdk.builder()
                .setTracerProvider(
                        SdkTracerProvider.builder().addSpanProcessor(this).build())
                .setPropagators(ContextPropagators.create(propagator))
                .build();
    }

    OpenTelemetrySdk sdk() {
        return sdk;
    }

    /** Waits for so many of this name. */
    List<SpanData> ended(String name, int count) {
        await().atMost(PATIENCE).until(() -> named(name).size() >= count);
        return named(name);
    }

    /** Waits for the first of this name. */
    SpanData ended(String name) {
        return ended(name, 1).get(0);
    }

    List<SpanData> named(String name) {
        return ended.stream().filter(span -> span.getName().equals(name)).toList();
    }

    @Override
    public void onStart(Context parent, ReadWriteSpan span) {
        // Only what has ended counts.
    }

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
}
