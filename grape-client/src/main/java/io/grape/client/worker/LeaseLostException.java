package io.grape.client.worker;

/**
 * This worker no longer holds the job: leave the rest of the work to the worker that gets it next. Or the job's outcome was
 * decided, because its handler returned, and a task that the handler left behind goes on.
 */
public final class LeaseLostException extends RuntimeException {
    private static final long serialVersionUID = 1;

    LeaseLostException(String tube, String id) {
        this("the lease of job " + id + " in tube " + tube + " is lost");
    }

    private LeaseLostException(String message) {
        super(message);
    }

    static LeaseLostException ended(String tube, String id) {
        return new LeaseLostException(
                "the handler of job " + id + " in tube " + tube + " has returned, so the job is not held any more");
    }
}
