package io.grape.spring;

import static org.assertj.core.api.Assertions.assertThat;

import io.grape.client.ClientEvents;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Each event of the client reaches each listener. */
class AllEventsTest {
    private static final Map<Class<?>, Object> VALUES = Map.of(
            String.class,
            "text",
            URI.class,
            URI.create("http://a"),
            Duration.class,
            Duration.ofSeconds(1),
            int.class,
            7,
            long.class,
            8L);

    static Stream<Method> events() {
        return Arrays.stream(ClientEvents.class.getMethods());
    }

    @ParameterizedTest
    @MethodSource("events")
    void eachListenerIsToldWhateverTheOthersThrow(Method event) throws ReflectiveOperationException {
        List<String> told = new ArrayList<>();
        ClientEvents all = new AllEvents(List.of(listener("a", told), listener("b", told)));
        Object[] values =
                Arrays.stream(event.getParameterTypes()).map(VALUES::get).toArray();
        Object unused = event.invoke(all, values);
        String what = event.getName() + Arrays.toString(values);
        assertThat(told).containsExactly("a " + what, "b " + what);
    }

    private static ClientEvents listener(String name, List<String> told) {
        return (ClientEvents) Proxy.newProxyInstance(
                ClientEvents.class.getClassLoader(), new Class<?>[] {ClientEvents.class}, (proxy, method, given) -> {
                    told.add(name + " " + method.getName() + Arrays.toString(given));
                    if (name.equals("a")) {
                        throw new IllegalStateException("on purpose");
                    }
                    return null;
                });
    }
}
