/** The words for tubes, operations, schedules, gates, keys and quotas. */
@NullMarked
package io.grape.cli.admin;

import org.jspecify.annotations.NullMarked;
