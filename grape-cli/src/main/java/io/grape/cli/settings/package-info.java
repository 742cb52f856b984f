/** Settings of tubes, gates, schedules and quotas as JSON with the names of the HTTP API. */
@NullMarked
package io.grape.cli.settings;

import org.jspecify.annotations.NullMarked;
