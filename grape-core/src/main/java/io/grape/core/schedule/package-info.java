/** Schedules: jobs that a tube gets again and again, by a cron expression or an interval. */
@NullMarked
package io.grape.core.schedule;

import org.jspecify.annotations.NullMarked;
