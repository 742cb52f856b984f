package io.grape.junit;

import java.util.Arrays;
import java.util.Optional;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ParameterContext;
import org.springframework.beans.factory.annotation.ParameterResolutionDelegate;
import org.springframework.core.annotation.MergedAnnotations;
import org.springframework.core.annotation.MergedAnnotations.SearchStrategy;
import org.springframework.test.context.junit.jupiter.SpringExtension;
import org.springframework.util.ClassUtils;

/** The broker of the context, in a test of Spring. Not to be touched where Spring is not on the class path. */
final class SpringBroker {
    private SpringBroker() {}

    /** Empty if the test is none of Spring's, or if its context has no broker. Creates the context. */
    static Optional<TestBroker> of(ExtensionContext context) {
        return context.getTestClass()
                .filter(SpringBroker::isSpringTest)
                .flatMap(test -> Optional.ofNullable(SpringExtension.getApplicationContext(context)
                        .getBeanProvider(TestBroker.class)
                        .getIfAvailable()));
    }

    /** Whether Spring gives this parameter a bean. */
    static boolean isAutowired(ParameterContext parameter) {
        return ParameterResolutionDelegate.isAutowirable(parameter.getParameter(), parameter.getIndex());
    }

    private static boolean isSpringTest(Class<?> test) {
        return MergedAnnotations.search(SearchStrategy.TYPE_HIERARCHY)
                .withEnclosingClasses(ClassUtils::isInnerClass)
                .from(test)
                .stream(ExtendWith.class)
                .anyMatch(with -> Arrays.asList(with.getClassArray("value")).contains(SpringExtension.class));
    }
}
