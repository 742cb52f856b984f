package io.grape.junit;

import io.grape.client.Grape;
import java.lang.reflect.Constructor;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.TestInstance.Lifecycle;
import org.junit.jupiter.api.extension.AfterEachCallback;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ExtensionContext.Namespace;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.ParameterResolutionException;
import org.junit.jupiter.api.extension.ParameterResolver;

/**
 * The extension behind {@link GrapeTest}; {@code @RegisterExtension} and {@code @ExtendWith} do the same. It needs JUnit
 * 5.10 or newer.
 */
// What came in the place of what is deprecated here is later than JUnit 5.10.
@SuppressWarnings("deprecation")
public final class GrapeExtension implements ParameterResolver, AfterEachCallback {
    private static final Namespace STORE = Namespace.create(GrapeExtension.class);

    private static final boolean HAS_SPRING = hasSpring();

    /** A broker that JUnit closes: of the two, each version knows one at least, and newer ones want both. */
    private record Kept(TestBroker broker) implements ExtensionContext.Store.CloseableResource, AutoCloseable {
        @Override
        public void close() {
            broker.close();
        }
    }

    /** JUnit 5.12 and newer call this. */
    @Override
    public ExtensionContextScope getTestInstantiationExtensionContextScope(ExtensionContext root) {
        return ExtensionContextScope.TEST_METHOD;
    }

    @Override
    public boolean supportsParameter(ParameterContext parameter, ExtensionContext context) {
        Class<?> type = parameter.getParameter().getType();
        boolean isOurs = type == Grape.class || type == TestBroker.class;
        return isOurs && !(HAS_SPRING && SpringBroker.isAutowired(parameter));
    }

    @Override
    public Object resolveParameter(ParameterContext parameter, ExtensionContext context) {
        if (parameter.getDeclaringExecutable() instanceof Constructor && isOldJUnit(context)) {
            throw new ParameterResolutionException("a constructor gets the broker of its test from JUnit 5.12 or newer:"
                    + " declare the parameter in the test, or in a method before each test");
        }
        TestBroker broker = broker(context);
        return parameter.getParameter().getType() == Grape.class ? broker.client() : broker;
    }

    /** It tells a constructor nothing of the test: the broker would be another than that of the test. */
    private static boolean isOldJUnit(ExtensionContext context) {
        return context.getTestMethod().isEmpty()
                && !context.getTestInstanceLifecycle().equals(Optional.of(Lifecycle.PER_CLASS));
    }

    private static boolean hasSpring() {
        try {
            return Class.forName("org.springframework.test.context.junit.jupiter.SpringExtension") != null;
        } catch (ClassNotFoundException | LinkageError e) {
            return false;
        }
    }

    private static Optional<TestBroker> ofSpring(ExtensionContext context) {
        return HAS_SPRING ? SpringBroker.of(context) : Optional.empty();
    }

    private static TestBroker broker(ExtensionContext context) {
        return ofSpring(context).orElseGet(() -> ofTest(context));
    }

    private static TestBroker ofTest(ExtensionContext context) {
        Kept kept = store(context).getOrComputeIfAbsent(Kept.class, first -> new Kept(TestBroker.start()), Kept.class);
        return Objects.requireNonNull(kept).broker();
    }

    /** A store is looked at with those of its parents: a broker of the whole class is not that of its tests. */
    private static ExtensionContext.Store store(ExtensionContext context) {
        return context.getStore(STORE.append(context.getUniqueId()));
    }

    @Override
    public void afterEach(ExtensionContext context) {
        String log = context.getExecutionException()
                .flatMap(failure -> known(context))
                .map(TestBroker::log)
                .orElse("");
        if (!log.isEmpty()) {
            System.err.println("what the brokers logged during " + context.getDisplayName() + ":\n" + log);
        }
    }

    /** None if there is no context, which is why the test has failed. */
    private static Optional<TestBroker> known(ExtensionContext context) {
        try {
            return ofSpring(context).or(() -> kept(context).map(Kept::broker));
        } catch (RuntimeException e) {
            return Optional.empty();
        }
    }

    /** The broker of a test, else that of its class. */
    private static Optional<Kept> kept(ExtensionContext context) {
        @Nullable Kept own = store(context).get(Kept.class, Kept.class);
        return own == null ? context.getParent().flatMap(GrapeExtension::kept) : Optional.of(own);
    }
}
