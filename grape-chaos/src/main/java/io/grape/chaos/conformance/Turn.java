package io.grape.chaos.conformance;

import java.time.Duration;

/**
 * What becomes of a call of the worker.
 *
 * @param status of a refusal
 * @param code of a refusal
 * @param time how long a response is held back, or what Retry-After asks for
 */
record Turn(What what, int status, String code, Duration time) {
    enum What {
        /** The broker does it, and the worker gets its response. */
        PASS,
        /** The broker does it, and the connection ends without a response. */
        LOSE,
        /** The connection ends, and the broker knows nothing of it. */
        CUT,
        REFUSE
    }

    static final Turn PASS = slow(Duration.ZERO);
    static final Turn LOSE = new Turn(What.LOSE, 0, "", Duration.ZERO);
    static final Turn CUT = new Turn(What.CUT, 0, "", Duration.ZERO);

    static Turn slow(Duration time) {
        return new Turn(What.PASS, 0, "", time);
    }

    static Turn refuse(int status, String code, Duration retryAfter) {
        return new Turn(What.REFUSE, status, code, retryAfter);
    }
}
