package io.grape.chaos.stage;

import java.net.URI;
import java.nio.file.Path;
import java.util.List;

/** Brokers on a Redis of some shape. */
public interface Deployment extends AutoCloseable {
    List<Broker> brokers();

    /** The directory of what its processes print. */
    Path files();

    /** Waits until everything is there and well. */
    void awaitWhole();

    @Override
    void close();

    /** Where clients reach brokers. */
    default List<URI> http() {
        return brokers().stream().map(Broker::http).toList();
    }
}
