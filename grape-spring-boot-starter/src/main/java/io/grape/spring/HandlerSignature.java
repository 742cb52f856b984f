package io.grape.spring;

import io.grape.client.worker.JobContext;
import io.grape.client.worker.Outcome;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.lang.reflect.Type;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.springframework.core.GenericTypeResolver;
import org.springframework.core.ResolvableType;

/**
 * What a handler takes and gives.
 *
 * @param payload null: it takes only the job
 * @param parameters of its parameters, in their order: whether this is the payload
 */
record HandlerSignature(@Nullable Type payload, List<Boolean> parameters, boolean decides) {
    /** Throws an IllegalStateException that names the method, if it is no handler. */
    static HandlerSignature of(Method method, Class<?> beanType) {
        Type payload = null;
        List<Boolean> parameters = new ArrayList<>();
        for (Type given : method.getGenericParameterTypes()) {
            Type type = resolved(given, method.getDeclaringClass(), beanType);
            boolean isPayload = !type.equals(JobContext.class);
            if (parameters.contains(isPayload)) {
                throw refused(method, "expected one payload and one JobContext at most");
            }
            parameters.add(isPayload);
            payload = isPayload ? type : payload;
        }
        if (parameters.isEmpty()) {
            throw refused(method, "expected a payload, a JobContext, or both");
        }
        boolean decides = Outcome.class.isAssignableFrom(method.getReturnType());
        if (!decides && method.getReturnType() != void.class) {
            throw refused(method, "expected void or Outcome as its result, got " + method.getGenericReturnType());
        }
        if (Modifier.isStatic(method.getModifiers())) {
            throw refused(method, "expected a method of a bean, got a static one");
        }
        return new HandlerSignature(payload, List.copyOf(parameters), decides);
    }

    /** With the types that the class of the bean gives to the variables of the class that declares the method. */
    private static Type resolved(Type given, Class<?> declaring, Class<?> beanType) {
        int variable = Arrays.asList(declaring.getTypeParameters()).indexOf(given);
        return variable < 0
                ? GenericTypeResolver.resolveType(given, beanType)
                : ResolvableType.forClass(beanType)
                        .as(declaring)
                        .getGeneric(variable)
                        .getType();
    }

    private static IllegalStateException refused(Method method, String why) {
        return BadConfigurationException.ofHandler(named(method), why, null);
    }

    /** Such as {@code shop.Orders.cancel(Order, JobContext)}. */
    static String named(Method method) {
        return method.getDeclaringClass().getName() + "." + method.getName()
                + Arrays.stream(method.getParameterTypes())
                        .map(Class::getSimpleName)
                        .collect(Collectors.joining(", ", "(", ")"));
    }

    /** The arguments of a call. */
    Object[] arguments(Object given, JobContext job) {
        return parameters.stream().map(isPayload -> isPayload ? given : job).toArray();
    }
}
