package io.grape.spring;

import io.grape.client.worker.JobContext;
import io.grape.client.worker.Outcome;
import io.grape.client.worker.OutcomeHandler;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.util.List;
import java.util.Objects;
import java.util.function.Supplier;
import org.springframework.aop.support.AopUtils;
import org.springframework.util.ReflectionUtils;

/**
 * A handler, as a worker calls it.
 *
 * @param method that of the class
 * @param called the same, or that of an interface which a proxy has
 * @param bean asked at each job, so a scope of its own works
 */
record HandlerMethod(
        String tube,
        Method method,
        Method called,
        HandlerSignature signature,
        List<Class<? extends Throwable>> buryOn,
        Supplier<Object> bean)
        implements OutcomeHandler<Object> {
    /**
     * Throws an IllegalStateException that names the method, if it is no handler.
     *
     * @param beanType the class of the bean
     * @param exposed the same, or the class of its proxy
     */
    static HandlerMethod of(
            String tube,
            Method method,
            Class<?> beanType,
            Class<?> exposed,
            GrapeHandler handler,
            Supplier<Object> bean) {
        HandlerSignature signature = HandlerSignature.of(method, beanType);
        Method called = AopUtils.selectInvocableMethod(method, exposed);
        ReflectionUtils.makeAccessible(called);
        return new HandlerMethod(tube, method, called, signature, List.of(handler.buryOn()), bean);
    }

    @Override
    public Outcome decide(Object payload, JobContext job) throws Exception {
        Object result;
        try {
            result = called.invoke(bean.get(), signature.arguments(payload, job));
        } catch (InvocationTargetException e) {
            throw failure(e);
        }
        return signature.decides()
                ? (Outcome) Objects.requireNonNull(result, "the handler decided null")
                : Outcome.finish();
    }

    /** What the method threw: the retry looks at its type. */
    private static Exception failure(InvocationTargetException e) {
        if (e.getCause() instanceof Error error) {
            throw error;
        }
        return e.getCause() instanceof Exception exception ? exception : e;
    }

    @Override
    public String toString() {
        return HandlerSignature.named(method);
    }
}
