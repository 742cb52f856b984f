/** Tests of what is measured, and of what measuring costs. */
@NullMarked
package io.grape.server.metrics;

import org.jspecify.annotations.NullMarked;
