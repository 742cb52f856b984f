package io.grape.server;

import java.lang.reflect.Proxy;
import java.util.Map;
import java.util.function.Function;

/** A port whose calls a test answers itself, by the name of the method; of every other call it knows nothing. */
public final class FakePort {
    private FakePort() {}

    public static <T> T of(Class<T> type, Map<String, Function<Object[], Object>> answers) {
        Object proxy = Proxy.newProxyInstance(
                type.getClassLoader(),
                new Class<?>[] {type},
                (self, method, arguments) -> answers.getOrDefault(method.getName(), given -> {
                            throw new UnsupportedOperationException(method.getName());
                        })
                        .apply(arguments));
        return type.cast(proxy);
    }
}
