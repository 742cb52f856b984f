/**
 * Produces and consumes jobs over HTTP. Begin with {@link io.grape.client.Grape}; {@link io.grape.client.worker} works
 * on jobs in the background. Shares no class with the server.
 */
@NullMarked
package io.grape.client;

import org.jspecify.annotations.NullMarked;
