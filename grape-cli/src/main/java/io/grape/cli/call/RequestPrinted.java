package io.grape.cli.call;

/** A request was printed instead of sent. */
public final class RequestPrinted extends RuntimeException {
    private static final long serialVersionUID = 1;

    RequestPrinted() {
        super("the request was printed", null, false, false);
    }

    /** Whether a call failed for this. */
    public static boolean isCauseOf(Throwable failure) {
        for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
            if (cause instanceof RequestPrinted) {
                return true;
            }
        }
        return false;
    }
}
