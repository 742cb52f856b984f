package io.grape.cli.apply;

import io.grape.client.ErrorCode;
import io.grape.client.GrapeException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What is to be done.
 *
 * @param what tube, gate, schedule or quota
 * @param name such as {@code mails/outage}
 * @param place null if the file does not name it
 * @param call does it
 */
record Change(Kind kind, String what, String name, @Nullable Place place, List<FieldChange> fields, Runnable call) {
    /** What becomes of it. */
    enum Kind {
        CREATE("+"),
        CHANGE("~"),
        REMOVE("-");

        private final String sign;

        Kind(String sign) {
            this.sign = sign;
        }

        String sign() {
            return sign;
        }
    }

    /** Does it. A failure names the place in the file. */
    void send() {
        at(place, what + " " + name, call);
    }

    /** What a broker refuses is a mistake of the file. */
    static void at(@Nullable Place place, String target, Runnable call) {
        try {
            call.run();
        } catch (GrapeException e) {
            if (place != null && e.code() == ErrorCode.BAD_REQUEST) {
                throw place.wrong(e.detail());
            }
            throw new GrapeException(
                    e.code(), (place == null ? "" : place) + target + ": " + e.detail(), e.requestId(), e);
        }
    }
}
