/**
 * The broker process: configuration, wiring, the loops that keep tubes and leases, the consumers that wait, the meters.
 *
 * <p>Only {@link io.grape.server.Main} and {@link io.grape.server.GrapeServer} see the storage and the doors.
 */
@NullMarked
package io.grape.server;

import org.jspecify.annotations.NullMarked;
