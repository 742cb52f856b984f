package io.grape.cli.apply;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A tube of a file.
 *
 * @param settings those that the file names
 * @param isPaused null = as it is
 * @param gates null = the file has no such section
 * @param schedules null = the file has no such section
 */
record WantedTube(
        Place place,
        String name,
        ObjectNode settings,
        @Nullable Boolean isPaused,
        @Nullable List<Wanted> gates,
        @Nullable List<Wanted> schedules) {}
