/** Jobs: how they are produced, consumed, acknowledged, looked at and explained. May use tubes and the core's root. */
@NullMarked
package io.grape.core.job;

import org.jspecify.annotations.NullMarked;
