package io.grape.cli.terminal;

/** How results are written. */
public enum OutputFormat {
    /** Aligned columns, for people. */
    TABLE,
    /** One JSON document. */
    JSON,
    /** One line of JSON for each item. */
    NDJSON;

    /** As people write it. */
    @Override
    public String toString() {
        return Output.name(this);
    }
}
