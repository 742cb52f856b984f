package io.grape.junit;

import io.grape.client.Grape;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ExtensionContext.Namespace;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.ParameterResolver;

/** The extension behind {@link GrapeTest}; {@code @RegisterExtension} and {@code @ExtendWith} do the same. */
public final class GrapeExtension implements ParameterResolver {
    private static final Namespace STORE = Namespace.create(GrapeExtension.class);

    @Override
    public ExtensionContextScope getTestInstantiationExtensionContextScope(ExtensionContext root) {
        return ExtensionContextScope.TEST_METHOD;
    }

    @Override
    public boolean supportsParameter(ParameterContext parameter, ExtensionContext context) {
        Class<?> type = parameter.getParameter().getType();
        return type == Grape.class || type == TestBroker.class;
    }

    @Override
    public Object resolveParameter(ParameterContext parameter, ExtensionContext context) {
        TestBroker broker = broker(context);
        return parameter.getParameter().getType() == Grape.class ? broker.client() : broker;
    }

    private static TestBroker broker(ExtensionContext context) {
        TestRedis redis = context.getRoot()
                .getStore(STORE)
                .computeIfAbsent(TestRedis.class, first -> TestRedis.start(), TestRedis.class);
        // A store is looked at with those of its parents: a broker of the whole class is not that of its tests.
        return context.getStore(STORE.append(context.getUniqueId()))
                .computeIfAbsent(
                        TestBroker.class,
                        first -> TestBroker.start(redis.uri(), redis.newNamespace()),
                        TestBroker.class);
    }
}
