/** The registry of brokers, and the self-check. May use only the core's root. */
@NullMarked
package io.grape.core.broker;

import org.jspecify.annotations.NullMarked;
