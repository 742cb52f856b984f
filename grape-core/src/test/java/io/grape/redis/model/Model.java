package io.grape.redis.model;

import io.grape.core.ErrorCode;
import io.grape.core.GrapeException;
import io.grape.core.TubeName;
import io.grape.core.tube.TubeSettings;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** A store with room for one tube, and with its own clock. */
final class Model {
    static final TubeName TUBE = new TubeName("mail");

    final ModelBroker broker = new ModelBroker(this);
    final ModelTubes tubes = new ModelTubes(this);

    /** Ms since 1970. */
    long now;

    @Nullable
    ModelTube tube;

    /** True when the tube's name is in the registry, which goes up by one with each change. */
    boolean registered;

    long registryVersion;

    Model(long now) {
        this.now = now;
    }

    ModelTube tube() {
        if (tube == null) {
            throw new GrapeException(ErrorCode.TUBE_NOT_FOUND, TUBE.value());
        }
        return tube;
    }

    boolean usesPriorities() {
        return tube != null && tube.usesPriorities;
    }

    /** True when it was not there. */
    boolean create(TubeSettings settings) {
        if (!registered) {
            registered = true;
            registryVersion++;
        }
        boolean created = tube == null;
        if (created) {
            tube = new ModelTube(settings, now);
        }
        return created;
    }

    /** What a caller of the ports gets: a value, or a failure. */
    static <T> CompletionStage<T> answer(Supplier<T> verb) {
        try {
            return CompletableFuture.completedStage(verb.get());
        } catch (GrapeException e) {
            return CompletableFuture.failedStage(e);
        }
    }
}
