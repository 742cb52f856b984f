package io.grape.server.beanstalkd;

/** The YAML of the protocol: a map of names to values, or a list. */
final class Yaml {
    private final StringBuilder text = new StringBuilder("---\n");

    Yaml add(String name, long value) {
        return add(name, Long.toString(value));
    }

    Yaml add(String name, String value) {
        text.append(name).append(": ").append(value).append('\n');
        return this;
    }

    /** A value that may look like something else than text. */
    Yaml addText(String name, String value) {
        return add(name, '"' + value + '"');
    }

    /** An entry of a list. */
    Yaml item(String value) {
        text.append("- ").append(value).append('\n');
        return this;
    }

    Reply reply() {
        return Reply.yaml(text.toString());
    }
}
