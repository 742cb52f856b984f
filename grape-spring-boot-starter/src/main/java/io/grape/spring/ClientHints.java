package io.grape.spring;

import org.springframework.aot.hint.MemberCategory;
import org.springframework.aot.hint.RuntimeHints;
import org.springframework.aot.hint.RuntimeHintsRegistrar;
import org.springframework.aot.hint.TypeReference;

/** What the client and the outbox look up by name, for a native image. */
final class ClientHints implements RuntimeHintsRegistrar {
    @Override
    public void registerHints(RuntimeHints hints, ClassLoader loader) {
        // Virtual threads: the client is compiled for Java 17.
        for (String type :
                new String[] {"java.lang.Thread", "java.lang.Thread$Builder", "java.util.concurrent.Executors"}) {
            hints.reflection().registerType(TypeReference.of(type), MemberCategory.INVOKE_PUBLIC_METHODS);
        }
        hints.reflection()
                .registerTypeIfPresent(
                        loader, "io.grape.client.metrics.MicrometerEvents", MemberCategory.INVOKE_PUBLIC_METHODS);
        // Whether a transaction includes the connection of the outbox.
        hints.reflection()
                .registerTypeIfPresent(
                        loader,
                        "org.springframework.jdbc.datasource.ConnectionHolder",
                        MemberCategory.INVOKE_DECLARED_METHODS);
        hints.resources().registerPattern("io/grape/outbox/*.sql");
    }
}
