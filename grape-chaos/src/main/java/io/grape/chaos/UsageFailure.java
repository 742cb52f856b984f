package io.grape.chaos;

/** What was asked for is not there. */
final class UsageFailure extends RuntimeException {
    private static final long serialVersionUID = 1L;

    UsageFailure(String message) {
        super(message);
    }
}
