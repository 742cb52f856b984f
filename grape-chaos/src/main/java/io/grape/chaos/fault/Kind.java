package io.grape.chaos.fault;

import io.grape.chaos.stage.Stage;
import java.util.function.Function;

/**
 * A fault that can be asked for.
 *
 * @param meaning in some words
 */
public record Kind<S extends Stage>(String name, String meaning, Function<Scene<S>, Fault> maker) {
    public Fault at(Scene<S> scene) {
        return maker.apply(scene);
    }
}
