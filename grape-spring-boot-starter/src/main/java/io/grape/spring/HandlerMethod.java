package io.grape.spring;

import io.grape.client.worker.JobContext;
import io.grape.client.worker.Outcome;
import io.grape.client.worker.OutcomeHandler;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.lang.reflect.Proxy;
import java.util.List;
import java.util.Objects;
import java.util.function.Supplier;
import org.springframework.aop.SpringProxy;
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
        return new HandlerMethod(tube, method, invocable(method, exposed), signature, List.of(handler.buryOn()), bean);
    }

    /** The method to call on an object of this class. Throws a BadConfigurationException if its proxy would not pass on the call. */
    private static Method invocable(Method method, Class<?> exposed) {
        boolean isSubclassProxy = SpringProxy.class.isAssignableFrom(exposed) && !Proxy.isProxyClass(exposed);
        if (isSubclassProxy && isNeverOverridden(method)) {
            String modifier = Modifier.isPrivate(method.getModifiers()) ? "private" : "final";
            throw BadConfigurationException.ofHandler(
                    HandlerSignature.named(method),
                    "expected a method that the proxy of its bean overrides, got a " + modifier
                            + " one: it would run on the"
                            + " proxy, whose fields are null, without a transaction or another aspect. Remove "
                            + modifier
                            + ", or move the method to a bean without aspects",
                    null);
        }
        Method called = AopUtils.selectInvocableMethod(method, exposed);
        ReflectionUtils.makeAccessible(called);
        return called;
    }

    private static boolean isNeverOverridden(Method method) {
        return Modifier.isPrivate(method.getModifiers()) || Modifier.isFinal(method.getModifiers());
    }

    /** A bean that is created late may turn out to be a proxy, which the start could not know. */
    private Method calledOn(Object target) {
        boolean isKnown = called.getDeclaringClass().isInstance(target) && !isNeverOverridden(called);
        return isKnown ? called : invocable(method, target.getClass());
    }

    @Override
    public Outcome decide(Object payload, JobContext job) throws Exception {
        Object result;
        try {
            Object target = bean.get();
            result = calledOn(target).invoke(target, signature.arguments(payload, job));
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
