package io.grape.spring;

import java.lang.reflect.AnnotatedElement;
import java.lang.reflect.Method;
import java.lang.reflect.Type;
import org.springframework.aot.hint.BindingReflectionHintsRegistrar;
import org.springframework.aot.hint.ExecutableMode;
import org.springframework.aot.hint.ReflectionHints;
import org.springframework.aot.hint.annotation.ReflectiveProcessor;

/** What a native image needs for a handler: its method is called, and its payload is bound, by reflection. */
final class HandlerHints implements ReflectiveProcessor {
    @Override
    public void registerReflectionHints(ReflectionHints hints, AnnotatedElement element) {
        if (element instanceof Method method) {
            hints.registerMethod(method, ExecutableMode.INVOKE);
            HandlerSignature signature = HandlerSignature.of(method, method.getDeclaringClass());
            Type payload = signature.payload();
            if (payload != null) {
                new BindingReflectionHintsRegistrar().registerReflectionHints(hints, payload);
            }
        }
    }
}
