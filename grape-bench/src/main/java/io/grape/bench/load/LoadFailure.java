package io.grape.bench.load;

/** A server did not do what it was asked, so that a run says nothing. */
public final class LoadFailure extends RuntimeException {
    private static final long serialVersionUID = 1L;

    public LoadFailure(String message) {
        super(message);
    }

    public LoadFailure(String message, Throwable cause) {
        super(message, cause);
    }

    /** Says what was expected of a response. */
    static LoadFailure unexpected(String expected, Response response) {
        return new LoadFailure("expected " + expected + ", got: " + response);
    }
}
