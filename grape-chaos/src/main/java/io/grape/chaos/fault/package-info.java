/** What is done to a stage, and what may come of it. */
@NullMarked
package io.grape.chaos.fault;

import org.jspecify.annotations.NullMarked;
