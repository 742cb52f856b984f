package io.grape.opentelemetry;

import io.opentelemetry.context.Context;
import io.opentelemetry.context.propagation.TextMapGetter;
import io.opentelemetry.context.propagation.TextMapPropagator;
import io.opentelemetry.context.propagation.TextMapSetter;
import java.util.Collection;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A propagator whose headers are more than a job can have, but for one. */
final class Chatty implements TextMapPropagator {
    @Override
    public Collection<String> fields() {
        return List.of("X-Short");
    }

    @Override
    public <C> void inject(Context context, @Nullable C carrier, TextMapSetter<C> setter) {
        setter.set(carrier, "X-Short", "1");
        setter.set(carrier, "x-long", "1".repeat(1025));
        setter.set(carrier, "x-padded", " 1");
        setter.set(carrier, "x-foreign", "caf\u00e9");
        setter.set(carrier, "x_name", "1");
        setter.set(carrier, "x-empty", "");
    }

    @Override
    public <C> Context extract(Context context, @Nullable C carrier, TextMapGetter<C> getter) {
        return context;
    }
}
