/**
 * What went wrong, whoever asks: the APIs, the meters and the loops see a failure with the stages around it taken off, and whoever
 * asks about many tubes goes on without those that are broken.
 *
 * <p>Uses the core and nothing else.
 */
@NullMarked
package io.grape.server.failure;

import org.jspecify.annotations.NullMarked;
