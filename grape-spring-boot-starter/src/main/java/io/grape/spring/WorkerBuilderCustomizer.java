package io.grape.spring;

import io.grape.client.worker.WorkerBuilder;

/**
 * Changes the settings of the worker, after all properties: its executor, its retry, or handlers that are no methods of beans.
 * Beans of this type are called in their order.
 */
@FunctionalInterface
public interface WorkerBuilderCustomizer {
    /** Changes the settings. */
    void customize(WorkerBuilder builder);
}
