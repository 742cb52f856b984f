package io.grape.chaos.conformance;

/** What a worker did, and what it should do instead. */
final class Wrong extends RuntimeException {
    private static final long serialVersionUID = 1;

    Wrong(String did, String should) {
        super("it " + did + "; it should " + should, null, false, false);
    }
}
