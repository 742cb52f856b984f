package io.grape.server.beanstalkd;

import java.io.UncheckedIOException;

/** One connection to the original and one to ours, which send the same. */
final class FuzzPair implements AutoCloseable {
    /** Stands for a response that does not come. */
    static final String NONE = "none: ";

    final String name;
    final WireClient theirs;
    final WireClient ours;

    FuzzPair(String name, int theirs, int ours) {
        this.name = name;
        this.theirs = WireClient.to(theirs);
        this.ours = WireClient.to(ours);
    }

    /** Responses of both to one command. */
    record Two(String theirs, String ours) {}

    Two read() {
        return new Two(read(theirs), read(ours));
    }

    private static String read(WireClient client) {
        try {
            return client.read();
        } catch (UncheckedIOException e) {
            return NONE + e.getMessage();
        }
    }

    @Override
    public void close() {
        theirs.close();
        ours.close();
    }
}
