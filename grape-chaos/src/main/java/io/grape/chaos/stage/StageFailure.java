package io.grape.chaos.stage;

/** Something that a run needs cannot be had, or did not become whole again in time. */
public final class StageFailure extends RuntimeException {
    private static final long serialVersionUID = 1L;

    public StageFailure(String message) {
        super(message);
    }

    StageFailure(String message, Throwable cause) {
        super(message, cause);
    }
}
