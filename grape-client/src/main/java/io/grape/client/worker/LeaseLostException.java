package io.grape.client.worker;

/** This worker no longer holds the job: leave the rest of the work to the worker that gets it next. */
public final class LeaseLostException extends RuntimeException {
    private static final long serialVersionUID = 1;

    LeaseLostException(String tube, String id) {
        super("the lease of job " + id + " in tube " + tube + " is lost");
    }
}
