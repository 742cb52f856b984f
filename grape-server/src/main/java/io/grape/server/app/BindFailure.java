package io.grape.server.app;

import io.grape.core.GrapeException;

/** What is wrong with an address that cannot be listened at. */
public final class BindFailure {
    private BindFailure() {}

    /** True where it is the address that was wrong. */
    static boolean isOfAddress(Throwable failure) {
        return !(failure instanceof GrapeException);
    }

    /** BAD_REQUEST, naming the option. */
    public static GrapeException of(String option, String host, int port, Throwable failure) {
        String why = String.valueOf(failure.getMessage());
        if (why.contains("Permission denied")) {
            return GrapeException.badValue(
                    option,
                    "a port that this user may listen at, 1024 or more as a rule (" + why + ")",
                    String.valueOf(port));
        }
        String expected = why.contains("Cannot assign") ? "an address of this machine" : "an address that is free";
        return GrapeException.badValue("host, " + option, expected + " (" + why + ")", host + " " + port);
    }
}
