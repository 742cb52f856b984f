/**
 * Does the work on many jobs that was asked for, one slice after the other. Uses the core's ports, and knows neither the storage
 * nor the APIs.
 */
@NullMarked
package io.grape.server.operations;

import org.jspecify.annotations.NullMarked;
