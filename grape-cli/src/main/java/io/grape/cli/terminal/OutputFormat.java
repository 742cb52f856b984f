package io.grape.cli.terminal;

/** How results are written. */
public enum OutputFormat {
    /** Aligned columns, for people. */
    table,
    /** One JSON document. */
    json,
    /** One line of JSON for each item. */
    ndjson
}
