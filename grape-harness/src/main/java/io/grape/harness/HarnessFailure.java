package io.grape.harness;

/** Something that a run needs cannot be had, or did not become ready or whole again in time. */
public final class HarnessFailure extends RuntimeException {
    private static final long serialVersionUID = 1L;

    public HarnessFailure(String message) {
        super(message);
    }

    public HarnessFailure(String message, Throwable cause) {
        super(message, cause);
    }
}
