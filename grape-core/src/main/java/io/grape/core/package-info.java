/**
 * The domain: jobs, tubes, leases, the legal transitions, and the ports through which APIs reach the store.
 *
 * <p>Uses only the JDK and JSpecify. {@code docs/lifecycle.md} defines its words.
 */
@NullMarked
package io.grape.core;

import org.jspecify.annotations.NullMarked;
