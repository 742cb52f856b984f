/** {@code grape apply}: tubes, gates, schedules and quotas as a file. */
@NullMarked
package io.grape.cli.apply;

import org.jspecify.annotations.NullMarked;
