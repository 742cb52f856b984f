/**
 * The domain: jobs, tubes, leases, the legal transitions, and the ports through which APIs reach the store.
 *
 * <p>Uses the JDK and JSpecify, nothing else. Words are those of {@code docs/lifecycle.md}.
 */
@NullMarked
package io.grape.core;

import org.jspecify.annotations.NullMarked;
