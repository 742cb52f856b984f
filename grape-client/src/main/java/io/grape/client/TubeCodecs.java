package io.grape.client;

import java.lang.reflect.Type;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import org.jspecify.annotations.Nullable;

/**
 * Gives tubes the JSON of one application. A tube of {@link Tube#of(String, Class)} names no mapper, so it gets the application's; a
 * tube with a codec of your own keeps it. One instance serves any number of threads.
 */
public final class TubeCodecs {
    /** Leaves every tube as it is. */
    public static final TubeCodecs NONE = new TubeCodecs(null);

    private final @Nullable JsonCodecs json;
    private final ConcurrentMap<Type, Codec<?>> codecs = new ConcurrentHashMap<>();

    /**
     * With the JSON codecs of an application.
     *
     * @param json null: each tube keeps its codec
     */
    public TubeCodecs(@Nullable JsonCodecs json) {
        this.json = json;
    }

    /** The tube as this application reads and writes it. */
    @SuppressWarnings("unchecked") // The codec is one of the same type.
    public <T> Tube<T> apply(Tube<T> tube) {
        if (json == null || !(tube.codec() instanceof JsonMapping<?> usual) || !usual.isByDefaultMapper()) {
            return tube;
        }
        Codec<?> codec = codecs.computeIfAbsent(usual.type(), json::json);
        return new Tube<>(tube.name(), (Codec<T>) codec);
    }
}
