package io.grape.cli.apply;

import com.fasterxml.jackson.databind.node.ObjectNode;

/**
 * A gate, schedule or quota of a file.
 *
 * @param fields with the names of the HTTP API
 */
record Wanted(Place place, String name, ObjectNode fields) {}
