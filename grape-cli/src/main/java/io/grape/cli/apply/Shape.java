package io.grape.cli.apply;

import com.fasterxml.jackson.databind.JsonNode;

/** What a value may be. */
interface Shape {
    /** The value as JSON. Fails with a {@link io.grape.cli.terminal.UsageException} that names file, line and key. */
    JsonNode read(Place place);
}
