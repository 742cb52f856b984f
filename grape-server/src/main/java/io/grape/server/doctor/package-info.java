/**
 * What makes a Redis, a clock or a proxy fit for a broker, judged from what they say of themselves: each finding with its remedy.
 *
 * <p>It knows nothing of the storage and of the rest of the server.
 */
@NullMarked
package io.grape.server.doctor;

import org.jspecify.annotations.NullMarked;
