/** Consumers that wait for jobs. */
@NullMarked
package io.grape.server.parking;

import org.jspecify.annotations.NullMarked;
