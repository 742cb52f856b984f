/** Producers and workers of the Java SDK under faults, and the checks of what they saw. */
@NullMarked
package io.grape.chaos.sdk;

import org.jspecify.annotations.NullMarked;
