package io.grape.chaos.fault;

import io.grape.chaos.stage.Deployment;
import java.util.function.Function;

/**
 * A fault that can be asked for.
 *
 * @param meaning in some words
 */
public record FaultType<S extends Deployment>(String name, String meaning, Function<FaultContext<S>, Fault> maker) {
    public Fault at(FaultContext<S> scene) {
        return maker.apply(scene);
    }
}
