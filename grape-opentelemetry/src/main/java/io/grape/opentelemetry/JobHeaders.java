package io.grape.opentelemetry;

import io.opentelemetry.context.Context;
import io.opentelemetry.context.propagation.TextMapGetter;
import io.opentelemetry.context.propagation.TextMapPropagator;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** A context in the headers of a job. */
record JobHeaders(TextMapPropagator propagator) {
    private static final Pattern NAME = Pattern.compile("[a-z0-9-]{1,64}");
    /** Up to 1024 printable characters, without a space at either end. */
    private static final Pattern VALUE = Pattern.compile("[\\x21-\\x7e](?:[\\x20-\\x7e]{0,1022}[\\x21-\\x7e])?");

    /** Reads headers; their names are in lower case. */
    private static final TextMapGetter<Map<String, String>> GETTER = new TextMapGetter<>() {
        @Override
        public Iterable<String> keys(Map<String, String> headers) {
            return headers.keySet();
        }

        @Override
        public @Nullable String get(@Nullable Map<String, String> headers, String name) {
            return headers == null ? null : headers.get(name.toLowerCase(Locale.ROOT));
        }
    };

    /** What a job cannot have is left out, such as a long baggage: it must not make the produce fail. */
    Map<String, String> of(Context context) {
        Map<String, String> headers = new HashMap<>();
        propagator.inject(context, headers, (carrier, name, value) -> {
            String lower = name.toLowerCase(Locale.ROOT);
            if (carrier != null
                    && NAME.matcher(lower).matches()
                    && VALUE.matcher(value).matches()) {
                carrier.put(lower, value);
            }
        });
        return headers;
    }

    /** The context of a producer. */
    Context context(Map<String, String> headers) {
        return propagator.extract(Context.root(), headers, GETTER);
    }
}
