package io.grape.spring;

import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.aop.framework.autoproxy.AutoProxyUtils;
import org.springframework.aop.scope.ScopedProxyUtils;
import org.springframework.aop.support.AopUtils;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.beans.factory.config.EmbeddedValueResolver;
import org.springframework.core.MethodIntrospector;
import org.springframework.core.annotation.AnnotatedElementUtils;
import org.springframework.core.annotation.AnnotationUtils;

/** Finds the handlers of all beans, without creating any bean. */
record HandlerScan(ConfigurableListableBeanFactory beans, EmbeddedValueResolver values) {
    private static final Logger LOG = LoggerFactory.getLogger(HandlerScan.class);

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
            String tube = tube(method, handler);
            handlers.add(HandlerMethod.of(tube, method, type, exposed, handler, () -> beans.getBean(beanName)));
        });
        return handlers;
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
