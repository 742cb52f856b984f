package io.grape.cli.apply;

import io.grape.cli.terminal.UsageException;
import org.snakeyaml.engine.v2.nodes.Node;
import org.snakeyaml.engine.v2.nodes.ScalarNode;

/**
 * A value in a file.
 *
 * @param path its keys, such as {@code tubes.mails.limits}
 */
record Place(String file, String path, Node node) {
    private static final int LONGEST = 40;

    /** A value below. */
    Place at(String key, Node below) {
        return new Place(file, path.isEmpty() ? key : path + "." + key, below);
    }

    private int line() {
        return node.getStartMark().map(mark -> mark.getLine() + 1).orElse(0);
    }

    /** A mistake here. */
    UsageException wrong(String problem) {
        return new UsageException(this + problem);
    }

    /** Another value was expected here. */
    UsageException expected(String what) {
        String got = node instanceof ScalarNode scalar ? "'" + shortened(scalar.getValue()) + "'" : "something else";
        return wrong("expected " + what + ", got " + got);
    }

    private static String shortened(String text) {
        return text.length() > LONGEST ? text.substring(0, LONGEST) + "…" : text;
    }

    @Override
    public String toString() {
        return file + ":" + line() + ": " + (path.isEmpty() ? "" : path + ": ");
    }
}
