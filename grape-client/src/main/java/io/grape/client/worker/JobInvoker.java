package io.grape.client.worker;

import java.util.List;

/** Runs a handler. Everything that happens in it becomes an outcome. */
interface JobInvoker<T> {
    /** One outcome each, in order. */
    List<Outcome> invoke(List<HeldJob<T>> jobs);

    /** Makes one for a tube. */
    interface Factory<T> {
        JobInvoker<T> of(FailureRule rule, List<Interceptor> interceptors);
    }
}
