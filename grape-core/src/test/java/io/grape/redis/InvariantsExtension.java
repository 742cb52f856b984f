package io.grape.redis;

import java.util.function.Supplier;
import org.junit.jupiter.api.extension.AfterTestExecutionCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/** After each test that passed, checks the {@link Invariants} of the namespace that it used. */
public final class InvariantsExtension implements AfterTestExecutionCallback {
    private final Supplier<String> uri;
    private final Supplier<String> namespace;

    /** Asks for the two when a test is over: they may be made before each test anew. */
    public InvariantsExtension(Supplier<String> uri, Supplier<String> namespace) {
        this.uri = uri;
        this.namespace = namespace;
    }

    @Override
    public void afterTestExecution(ExtensionContext test) {
        if (test.getExecutionException().isEmpty()) {
            Invariants.check(uri.get(), namespace.get());
        }
    }
}
