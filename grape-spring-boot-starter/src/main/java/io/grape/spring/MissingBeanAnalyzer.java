package io.grape.spring;

import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.NoSuchBeanDefinitionException;
import org.springframework.beans.factory.UnsatisfiedDependencyException;
import org.springframework.boot.diagnostics.AbstractFailureAnalyzer;
import org.springframework.boot.diagnostics.FailureAnalysis;
import org.springframework.core.Ordered;
import org.springframework.core.annotation.Order;

/** Says why a bean of the starter is missing. Spring Boot would propose to define it. */
@Order(Ordered.HIGHEST_PRECEDENCE)
final class MissingBeanAnalyzer extends AbstractFailureAnalyzer<NoSuchBeanDefinitionException> {
    private static final String OUTBOX = "The outbox needs grape-outbox and spring-jdbc, for instance of"
            + " spring-boot-starter-jdbc. It needs one DataSource; of several, one has to be @Primary. And"
            + " grape.outbox.enabled must not be false.";
    private static final String CONFIGURATION =
            "The auto-configuration of Grape did not run. In a test of a slice, such as"
                    + " @WebMvcTest, add @ImportAutoConfiguration(GrapeAutoConfiguration.class), or a bean of your own.";

    private final Map<String, String> actions = new HashMap<>();

    MissingBeanAnalyzer() {
        actions.put(
                "io.grape.spring.AfterCommit",
                "It needs the transactions of Spring: add spring-boot-starter-jdbc, or another starter that brings"
                        + " spring-tx.");
        actions.put("io.grape.spring.HandlerWorker", "There is none with grape.worker.enabled=false.");
        for (String type : new String[] {"spring.TransactionalOutbox", "spring.RelayLifecycle", "outbox.Outbox"}) {
            actions.put("io.grape." + type, OUTBOX);
        }
        for (String type : new String[] {"client.Grape", "spring.GrapeCodecs"}) {
            actions.put("io.grape." + type, CONFIGURATION);
        }
    }

    @Override
    protected @Nullable FailureAnalysis analyze(Throwable rootFailure, NoSuchBeanDefinitionException cause) {
        Class<?> type = cause.getBeanType();
        String action = type == null || cause.getNumberOfBeansFound() > 0 ? null : actions.get(type.getName());
        return action == null
                ? null
                : new FailureAnalysis(
                        "There is no bean of type " + type.getName() + place(rootFailure) + ".", action, cause);
    }

    private String place(Throwable rootFailure) {
        UnsatisfiedDependencyException dependency = findCause(rootFailure, UnsatisfiedDependencyException.class);
        return dependency == null || dependency.getInjectionPoint() == null
                ? ""
                : ", which is needed by " + dependency.getInjectionPoint().getMember();
    }

    /** The names of the types that it knows. */
    Set<String> explained() {
        return actions.keySet();
    }
}
