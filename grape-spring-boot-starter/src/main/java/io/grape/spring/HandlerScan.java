package io.grape.spring;

import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.aop.PointcutAdvisor;
import org.springframework.aop.framework.Advised;
import org.springframework.aop.framework.autoproxy.AutoProxyUtils;
import org.springframework.aop.interceptor.AsyncExecutionInterceptor;
import org.springframework.aop.scope.ScopedProxyUtils;
import org.springframework.aop.support.AopUtils;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.beans.factory.config.EmbeddedValueResolver;
import org.springframework.core.MethodIntrospector;
import org.springframework.core.annotation.AnnotatedElementUtils;
import org.springframework.core.annotation.AnnotationUtils;
import org.springframework.scheduling.annotation.Async;

/** Finds the handlers of all beans, without creating any bean. */
record HandlerScan(ConfigurableListableBeanFactory beans, EmbeddedValueResolver values) {
    private static final Logger LOG = LoggerFactory.getLogger(HandlerScan.class);
    /** Their types have no handlers. */
    private static final List<String> LIBRARIES =
            List.of("java.", "javax.", "jakarta.", "org.springframework.", "io.grape.client.", "io.micrometer.");

    HandlerScan(ConfigurableListableBeanFactory beans) {
        this(beans, new EmbeddedValueResolver(beans));
    }

    /** The handlers by their tubes. Throws an IllegalStateException for a method that is none, and for a tube with two. */
    Map<String, HandlerMethod> byTube() {
        Map<String, HandlerMethod> found = new LinkedHashMap<>();
        for (String name : beans.getBeanNamesForType(Object.class)) {
            for (HandlerMethod handler : of(name)) {
                HandlerMethod other = found.putIfAbsent(handler.tube(), handler);
                if (other != null) {
                    throw BadConfigurationException.ofHandler(
                            handler.toString(),
                            "expected one handler for the tube " + handler.tube() + ", got also " + other,
                            null);
                }
            }
        }
        return found;
    }

    private List<HandlerMethod> of(String beanName) {
        Class<?> type = ScopedProxyUtils.isScopedTarget(beanName) ? null : typeOf(beanName);
        if (type == null || !AnnotationUtils.isCandidateClass(type, GrapeHandler.class)) {
            return List.of();
        }
        Class<?> exposed = Objects.requireNonNullElse(beans.getType(beanName), type);
        List<HandlerMethod> handlers = new ArrayList<>();
        annotated(beanName, type).forEach((method, handler) -> {
            refuseAsync(method, type, beans.getSingleton(beanName));
            String tube = tube(method, handler);
            handlers.add(HandlerMethod.of(tube, method, type, exposed, handler, () -> beans.getBean(beanName)));
        });
        return handlers;
    }

    /** It returns before its work is done: the worker would finish the job, and a failure would lose it. */
    private static void refuseAsync(Method method, Class<?> type, @Nullable Object bean) {
        boolean isAnnotated = AnnotatedElementUtils.hasAnnotation(method, Async.class)
                || AnnotatedElementUtils.hasAnnotation(type, Async.class);
        if (isAnnotated || (bean instanceof Advised advised && isAdvisedAsync(method, type, advised))) {
            throw BadConfigurationException.ofHandler(
                    HandlerSignature.named(method),
                    "expected a method that returns when its work is done, got an asynchronous one: its job would be finished at"
                            + " once, and lost if it fails. Remove @Async: handlers run on threads of the worker, and"
                            + " grape.worker.concurrency says how many at a time",
                    null);
        }
    }

    /** By another annotation than Async, for example. */
    private static boolean isAdvisedAsync(Method method, Class<?> type, Advised bean) {
        return Arrays.stream(bean.getAdvisors())
                .filter(advisor -> advisor.getAdvice() instanceof AsyncExecutionInterceptor)
                .anyMatch(advisor -> !(advisor instanceof PointcutAdvisor some)
                        || some.getPointcut().getMethodMatcher().matches(method, type));
    }

    /**
     * The beans in which no handler is looked for, because only their creation tells their class: that of their definition is an
     * interface, abstract or Object, and they are not created with the context.
     */
    List<String> unsearched() {
        return Arrays.stream(beans.getBeanNamesForType(Object.class))
                .filter(name -> !ScopedProxyUtils.isScopedTarget(name) && !beans.containsSingleton(name))
                .filter(name -> isIncomplete(typeOf(name)))
                .toList();
    }

    private static boolean isIncomplete(@Nullable Class<?> type) {
        if (type == null || type == Object.class) {
            return type != null;
        }
        boolean isOfLibrary = LIBRARIES.stream().anyMatch(type.getName()::startsWith);
        return !isOfLibrary && Modifier.isAbstract(type.getModifiers());
    }

    private String tube(Method method, GrapeHandler handler) {
        try {
            return Objects.requireNonNullElse(values.resolveStringValue(handler.value()), "");
        } catch (IllegalArgumentException e) {
            throw BadConfigurationException.ofHandler(
                    HandlerSignature.named(method), String.valueOf(e.getMessage()), e);
        }
    }

    private @Nullable Class<?> typeOf(String beanName) {
        try {
            Class<?> type = AutoProxyUtils.determineTargetClass(beans, beanName);
            Object bean = type != null && Proxy.isProxyClass(type) ? beans.getSingleton(beanName) : null;
            return bean == null ? type : AopUtils.getTargetClass(bean);
        } catch (RuntimeException | LinkageError e) {
            LOG.debug("no class of the bean, so no handlers bean={}", beanName, e);
            return null;
        }
    }

    private static Map<Method, GrapeHandler> annotated(String beanName, Class<?> type) {
        try {
            return MethodIntrospector.selectMethods(type, (MethodIntrospector.MetadataLookup<GrapeHandler>)
                    method -> AnnotatedElementUtils.findMergedAnnotation(method, GrapeHandler.class));
        } catch (RuntimeException | LinkageError e) {
            LOG.debug("a class that a method names is missing, so no handlers bean={}", beanName, e);
            return Map.of();
        }
    }
}
