/** Operations over many jobs. May use jobs and the core's root. */
@NullMarked
package io.grape.core.operation;

import org.jspecify.annotations.NullMarked;
