package io.grape.spring;

import io.grape.client.NewJob;
import io.grape.client.ProduceInterceptor;
import io.grape.client.ProduceScope;
import io.grape.client.Tube;
import io.grape.client.worker.Interceptor;
import io.grape.client.worker.JobContext;
import io.grape.client.worker.Outcome;
import io.micrometer.common.KeyValue;
import io.micrometer.observation.Observation;
import io.micrometer.observation.ObservationRegistry;
import io.micrometer.observation.transport.Kind;
import io.micrometer.observation.transport.ReceiverContext;
import io.micrometer.observation.transport.SenderContext;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Observations of the jobs of a client and of its worker. With a tracer they are spans:
 *
 * <ul>
 *   <li>{@code grape.produce}: one call, of one job or of many. Its context travels in the headers of the jobs, for example as
 *       {@code traceparent}.
 *   <li>{@code grape.process}: one run of a handler, below the produce of its job. A run of a batch has a trace of its own.
 * </ul>
 */
public final class ObservedJobs implements OutboxInterceptor, Interceptor {
    private static final String OUTCOME = "grape.job.outcome";
    private static final String JOB_ID = "messaging.message.id";
    private static final String COUNT = "messaging.batch.message_count";

    private static final Pattern NAME = Pattern.compile("[a-z0-9-]{1,64}");
    /** Up to 1024 printable characters, without a space at either end. */
    private static final Pattern VALUE = Pattern.compile("[\\x21-\\x7e](?:[\\x20-\\x7e]{0,1022}[\\x21-\\x7e])?");

    private final ObservationRegistry registry;
    private final String produceType;

    /** In this registry. */
    public ObservedJobs(ObservationRegistry registry) {
        this(registry, "send");
    }

    private ObservedJobs(ObservationRegistry registry, String produceType) {
        this.registry = registry;
        this.produceType = produceType;
    }

    /** For jobs that are only written into a table: what the relay sends, and what fails then, is another series. */
    @Override
    public ProduceInterceptor ofOutbox() {
        return new ObservedJobs(registry, "create");
    }

    /** Always the same low-cardinality keys: a registry may refuse a meter whose keys change. */
    private <C extends Observation.Context> Observation observation(
            String operation, String type, String tube, List<String> ids, C context) {
        context.setContextualName(operation + " " + tube);
        return Observation.createNotStarted("grape." + operation, () -> context, registry)
                .lowCardinalityKeyValue("messaging.system", "grape")
                .lowCardinalityKeyValue("messaging.destination.name", tube)
                .lowCardinalityKeyValue("messaging.operation.type", type)
                .highCardinalityKeyValue(
                        ids.size() == 1
                                ? KeyValue.of(JOB_ID, ids.get(0))
                                : KeyValue.of(COUNT, Integer.toString(ids.size())));
    }

    /** What a job cannot have is left out, such as a long baggage: it must not make the produce fail. */
    private static void put(@Nullable Map<String, String> carrier, String name, String value) {
        String lower = name.toLowerCase(Locale.ROOT);
        if (carrier != null
                && NAME.matcher(lower).matches()
                && VALUE.matcher(value).matches()) {
            carrier.put(lower, value);
        }
    }

    @Override
    public ProduceScope begin(Tube<?> tube, List<? extends NewJob<?>> jobs) {
        SenderContext<Map<String, String>> context = new SenderContext<>(ObservedJobs::put, Kind.PRODUCER);
        Map<String, String> headers = new HashMap<>();
        context.setCarrier(headers);
        context.setRemoteServiceName("grape");
        List<String> ids = jobs.stream().map(NewJob::id).toList();
        Observation observation =
                observation("produce", produceType, tube.name(), ids, context).start();
        return new ProduceScope() {
            @Override
            public Map<String, String> headers() {
                return headers;
            }

            @Override
            public void ended(@Nullable Throwable failure) {
                if (failure != null) {
                    observation.error(failure);
                }
                observation.stop();
            }
        };
    }

    @Override
    public Outcome around(JobContext job, Next next) throws Exception {
        ReceiverContext<Map<String, String>> context =
                new ReceiverContext<>((headers, name) -> headers.get(name.toLowerCase(Locale.ROOT)), Kind.CONSUMER);
        context.setCarrier(job.headers());
        context.setRemoteServiceName("grape");
        Observation observation = observation("process", "process", job.tube(), List.of(job.id()), context)
                .lowCardinalityKeyValue(OUTCOME, "none")
                .highCardinalityKeyValue("grape.job.attempt", Integer.toString(job.attempt()))
                .highCardinalityKeyValue(
                        "grape.job.lateness_ms", Long.toString(job.lateness().toMillis()));
        return observed(observation, () -> {
            Outcome outcome = next.proceed();
            observation.lowCardinalityKeyValue(OUTCOME, outcome.verb());
            return outcome;
        });
    }

    @Override
    public void aroundBatch(List<? extends JobContext> jobs, NextBatch next) throws Exception {
        List<String> ids = jobs.stream().map(JobContext::id).toList();
        Observation observation = observation("process", "process", jobs.get(0).tube(), ids, new Observation.Context())
                .lowCardinalityKeyValue(OUTCOME, "none");
        Outcome unused = observed(observation, () -> {
            next.proceed();
            return Outcome.finish();
        });
    }

    @SuppressWarnings("try")
    private static Outcome observed(Observation observation, Next next) throws Exception {
        observation.start();
        try (Observation.Scope scope = observation.openScope()) {
            return next.proceed();
        } catch (Throwable e) {
            observation.error(e);
            throw e;
        } finally {
            observation.stop();
        }
    }
}
