package io.grape.server.http;

import io.grape.core.Broker;
import io.grape.core.Tubes;
import io.grape.core.Waiters;
import io.vertx.core.Future;
import java.lang.reflect.Proxy;
import java.util.concurrent.CompletionStage;
import java.util.function.Supplier;

/** What stands behind a door, all of it answering every call with the one stage that a test gives it. */
final class FakePorts {
    private FakePorts() {}

    static HttpDoor.Behind behind(Supplier<CompletionStage<?>> answer) {
        return new HttpDoor.Behind(
                port(Broker.class, answer), port(Tubes.class, answer), port(Waiters.class, answer), ready());
    }

    private static <T> T port(Class<T> type, Supplier<CompletionStage<?>> answer) {
        Object proxy = Proxy.newProxyInstance(
                type.getClassLoader(),
                new Class<?>[] {type},
                (self, method, arguments) -> method.getReturnType() == Waiters.Visit.class
                        ? port(Waiters.Visit.class, answer)
                        : method.getReturnType() == void.class ? null : answer.get());
        return type.cast(proxy);
    }

    private static Health ready() {
        return new Health() {
            @Override
            public Future<Readiness> readiness() {
                return Future.succeededFuture(Readiness.READY);
            }

            @Override
            public Future<String> metrics() {
                return Future.succeededFuture("up 1\n");
            }
        };
    }
}
