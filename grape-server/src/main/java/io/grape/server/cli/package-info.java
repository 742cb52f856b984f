/**
 * The words {@code user} and {@code token} of the launcher: users and tokens, with or without a broker that runs.
 *
 * <p>They know the core and who may use what; somebody else opens the storage for them.
 */
@NullMarked
package io.grape.server.cli;

import org.jspecify.annotations.NullMarked;
