package io.grape.client.worker;

import io.grape.client.DecodeException;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.slf4j.MDC;

/** Runs a handler of single jobs. */
record HandlerInvoker<T>(OutcomeHandler<? super T> handler, FailureRule rule, List<Interceptor> interceptors)
        implements JobInvoker<T> {
    private static final String TRACEPARENT = "traceparent";

    @Override
    public List<Outcome> invoke(List<HeldJob<T>> jobs) {
        return jobs.stream().map(this::invoke).toList();
    }

    private Outcome invoke(HeldJob<T> job) {
        MDC.put("grape.tube", job.tube());
        MDC.put("grape.job", job.id());
        String trace = job.headers().get(TRACEPARENT);
        if (trace != null) {
            MDC.put(TRACEPARENT, trace);
        }
        job.lease().runsHere();
        try {
            return outcome(job);
        } finally {
            job.lease().ranHere();
            MDC.remove("grape.tube");
            MDC.remove("grape.job");
            if (trace != null) {
                MDC.remove(TRACEPARENT);
            }
        }
    }

    /** An Error fails only this job: it must not stop the tube's worker. */
    private Outcome outcome(HeldJob<T> job) {
        Invocation invocation = new Invocation(job);
        try {
            Outcome outcome = invocation.from(0);
            return outcome == null ? rule.failed(job, new NullPointerException("the handler decided null")) : outcome;
        } catch (Throwable e) {
            DecodeException undecoded = invocation.undecoded;
            return undecoded != null && undecoded == e ? rule.undecoded(job, undecoded) : rule.failed(job, e);
        }
    }

    /** One run, with what goes around it. */
    private final class Invocation {
        private final HeldJob<T> job;
        private @Nullable DecodeException undecoded;

        Invocation(HeldJob<T> job) {
            this.job = job;
        }

        Outcome from(int place) throws Exception {
            return place < interceptors.size()
                    ? interceptors.get(place).around(job, () -> from(place + 1))
                    : handler.decide(decoded(), job);
        }

        private T decoded() {
            try {
                return job.payload();
            } catch (DecodeException e) {
                undecoded = e;
                throw e;
            }
        }
    }
}
