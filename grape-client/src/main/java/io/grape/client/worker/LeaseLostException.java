package io.grape.client.worker;

/** A job is no longer this worker's: what was not done yet is to be left to whoever gets it next. */
public final class LeaseLostException extends RuntimeException {
    private static final long serialVersionUID = 1;

    LeaseLostException(String tube, String id) {
        super("the lease of job " + id + " in tube " + tube + " is lost");
    }
}
