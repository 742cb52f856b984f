/**
 * Produces jobs and takes them, over HTTP: {@link io.grape.client.Grape} is where to begin, {@link io.grape.client.worker} works
 * on jobs in the background. Knows the wire and nothing of the server's classes.
 */
@NullMarked
package io.grape.client;

import org.jspecify.annotations.NullMarked;
