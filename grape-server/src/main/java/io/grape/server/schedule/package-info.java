/** Lets the schedules of tubes go on in time. */
@NullMarked
package io.grape.server.schedule;

import org.jspecify.annotations.NullMarked;
