package io.grape.opentelemetry;

import io.grape.client.GrapeException;
import io.grape.client.NewJob;
import io.grape.client.ProduceInterceptor;
import io.grape.client.ProduceScope;
import io.grape.client.Tube;
import io.grape.client.worker.AckResult;
import io.grape.client.worker.Interceptor;
import io.grape.client.worker.JobContext;
import io.grape.client.worker.Outcome;
import io.opentelemetry.api.OpenTelemetry;
import io.opentelemetry.api.trace.Span;
import io.opentelemetry.api.trace.SpanBuilder;
import io.opentelemetry.api.trace.SpanContext;
import io.opentelemetry.api.trace.SpanKind;
import io.opentelemetry.api.trace.StatusCode;
import io.opentelemetry.api.trace.Tracer;
import io.opentelemetry.context.Context;
import io.opentelemetry.context.Scope;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * Spans for the jobs of a client and of its workers. Give the same one to both:
 * {@code Grape.builder().around(telemetry)} and {@code Worker.of(grape).around(telemetry)}.
 *
 * <ul>
 *   <li>{@code produce TUBE}: one call, of one job or of many. Its context travels in the headers of the jobs, for example
 *       as {@code traceparent}.
 *   <li>{@code process TUBE}: one run of a handler, linked to the produce. What the handler produces is below it.
 *   <li>{@code acknowledge TUBE}: below the run, until the broker responded.
 * </ul>
 */
public final class GrapeTelemetry implements ProduceInterceptor, Interceptor {
    private static final String PROCESS = "process";
    private static final String JOB_ID = "messaging.message.id";
    private static final String COUNT = "messaging.batch.message_count";
    private static final String ERROR = "error.type";

    private final Tracer tracer;
    private final JobHeaders headers;
    private final boolean continuesTraces;

    private GrapeTelemetry(Tracer tracer, JobHeaders headers, boolean continuesTraces) {
        this.tracer = tracer;
        this.headers = headers;
        this.continuesTraces = continuesTraces;
    }

    /** Spans and headers by these settings, such as {@code GlobalOpenTelemetry.get()}. */
    public static GrapeTelemetry of(OpenTelemetry settings) {
        return new GrapeTelemetry(
                settings.getTracer("io.grape"),
                new JobHeaders(settings.getPropagators().getTextMapPropagator()),
                false);
    }

    /**
     * The same, but a run is part of its producer's trace: below its span, instead of in a trace of its own with a link.
     * For jobs that run soon. A batch still has a trace of its own.
     */
    public GrapeTelemetry continuingTraces() {
        return new GrapeTelemetry(tracer, headers, true);
    }

    /** The context of a job's producer, for a job that no worker takes: {@code contextOf(job.headers())}. */
    public Context contextOf(Map<String, String> headersOfJob) {
        return headers.context(headersOfJob);
    }

    /** The headers of the current context, for the jobs of an outbox: {@code builder.headers(telemetry::currentHeaders)}. */
    public Map<String, String> currentHeaders() {
        return headers.of(Context.current());
    }

    private SpanBuilder span(String operation, String type, String tube, SpanKind kind) {
        return tracer.spanBuilder(operation + " " + tube)
                .setSpanKind(kind)
                .setAttribute("messaging.system", "grape")
                .setAttribute("messaging.destination.name", tube)
                .setAttribute("messaging.operation.name", operation)
                .setAttribute("messaging.operation.type", type);
    }

    @Override
    public ProduceScope begin(Tube<?> tube, List<? extends NewJob<?>> jobs) {
        Context parent = Context.current();
        Span span = counted(
                        span("produce", "send", tube.name(), SpanKind.PRODUCER),
                        jobs.stream().map(NewJob::id).toList())
                .setParent(parent)
                .startSpan();
        Map<String, String> carried = headers.of(parent.with(span));
        return new ProduceScope() {
            @Override
            public Map<String, String> headers() {
                return carried;
            }

            @Override
            public void ended(@Nullable Throwable failure) {
                if (failure != null) {
                    failed(span, failure);
                }
                span.end();
            }
        };
    }

    private static SpanBuilder counted(SpanBuilder span, List<String> ids) {
        return ids.size() == 1 ? span.setAttribute(JOB_ID, ids.get(0)) : span.setAttribute(COUNT, ids.size());
    }

    private static void failed(Span span, Throwable failure) {
        String type = failure instanceof GrapeException refused
                ? refused.code().name()
                : failure.getClass().getName();
        span.setAttribute(ERROR, type).setStatus(StatusCode.ERROR).recordException(failure);
    }

    @Override
    @SuppressWarnings("try")
    public Outcome around(JobContext job, Next next) throws Exception {
        Context producer = headers.context(job.headers());
        SpanBuilder builder = span(PROCESS, PROCESS, job.tube(), SpanKind.CONSUMER)
                .setAttribute(JOB_ID, job.id())
                .setAttribute("grape.job.attempt", job.attempt())
                .setAttribute("grape.job.lateness_ms", job.lateness().toMillis());
        if (continuesTraces) {
            builder.setParent(producer);
        } else {
            link(builder.setNoParent(), producer);
        }
        Span span = builder.startSpan();
        Context context = producer.with(span);
        try (Scope scope = context.makeCurrent()) {
            Outcome outcome = next.proceed();
            span.setAttribute("grape.job.outcome", outcome.verb());
            return outcome;
        } catch (Throwable e) {
            failed(span, e);
            throw e;
        } finally {
            span.end();
            awaitAcknowledged(context, List.of(job));
        }
    }

    private static void link(SpanBuilder span, Context producer) {
        SpanContext linked = Span.fromContext(producer).getSpanContext();
        if (linked.isValid()) {
            span.addLink(linked);
        }
    }

    @Override
    @SuppressWarnings("try")
    public void aroundBatch(List<? extends JobContext> jobs, NextBatch next) throws Exception {
        SpanBuilder builder = counted(
                        span(PROCESS, PROCESS, jobs.get(0).tube(), SpanKind.CONSUMER),
                        jobs.stream().map(JobContext::id).toList())
                .setNoParent();
        jobs.forEach(job -> link(builder, headers.context(job.headers())));
        Span span = builder.startSpan();
        Context context = Context.root().with(span);
        try (Scope scope = context.makeCurrent()) {
            next.proceed();
        } catch (Throwable e) {
            failed(span, e);
            throw e;
        } finally {
            span.end();
            awaitAcknowledged(context, jobs);
        }
    }

    /** A span from now on until the last of these jobs is acknowledged. */
    private void awaitAcknowledged(Context context, List<? extends JobContext> jobs) {
        Span span = counted(
                        span("acknowledge", "settle", jobs.get(0).tube(), SpanKind.CLIENT),
                        jobs.stream().map(JobContext::id).toList())
                .setParent(context)
                .startSpan();
        AtomicInteger open = new AtomicInteger(jobs.size());
        Set<AckResult> results = ConcurrentHashMap.newKeySet();
        jobs.forEach(job -> job.onAcknowledged(result -> {
            results.add(result);
            if (open.decrementAndGet() == 0) {
                end(span, results);
            }
        }));
    }

    private static void end(Span span, Set<AckResult> results) {
        results.stream()
                .filter(result -> result != AckResult.DONE)
                .max(Comparator.naturalOrder())
                .ifPresent(result -> span.setAttribute(ERROR, result.name()).setStatus(StatusCode.ERROR));
        span.end();
    }
}
