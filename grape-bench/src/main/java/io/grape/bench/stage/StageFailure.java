package io.grape.bench.stage;

/** Something that a scenario needs cannot be had. */
public final class StageFailure extends RuntimeException {
    private static final long serialVersionUID = 1L;

    public StageFailure(String message) {
        super(message);
    }

    public StageFailure(String message, Throwable cause) {
        super(message, cause);
    }
}
