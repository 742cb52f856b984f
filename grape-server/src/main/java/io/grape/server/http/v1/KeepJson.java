package io.grape.server.http.v1;

import io.grape.core.Limits;
import io.grape.core.tube.KeepChange;
import io.grape.core.tube.KeepSettings;
import io.grape.server.http.json.Bounds;
import io.grape.server.http.json.JsonFields;
import io.vertx.core.json.JsonObject;
import java.util.Set;

/** What a tube keeps of finished jobs, as JSON. */
final class KeepJson {
    private static final String TIME = "keepFinishedMs";
    private static final String MOST = "keepFinishedMost";
    private static final String BYTES = "keepFinishedBytes";
    private static final String PAYLOAD = "keepPayload";
    private static final String RESULT = "resultMaxBytes";
    private static final Bounds MOST_JOBS = new Bounds(1, Limits.MAX_KEEP_FINISHED);
    private static final Bounds MOST_BYTES = new Bounds(0, Limits.MAX_KEEP_BYTES);
    private static final Bounds MOST_OF_A_RESULT = new Bounds(0, Limits.MAX_PAYLOAD_BYTES);

    static final Set<String> FIELDS = Set.of(TIME, MOST, BYTES, PAYLOAD, RESULT);

    private KeepJson() {}

    static KeepSettings read(JsonFields given) {
        KeepSettings usual = KeepSettings.NONE;
        return new KeepSettings(
                given.millis(TIME, usual.time()),
                (int) given.whole(MOST, MOST_JOBS, usual.most()),
                given.whole(BYTES, MOST_BYTES, usual.bytes()),
                given.flag(PAYLOAD),
                (int) given.whole(RESULT, MOST_OF_A_RESULT, usual.resultBytes()));
    }

    /** What is given of these settings. */
    static KeepChange change(JsonFields given, KeepSettings wanted) {
        return new KeepChange(
                given.has(TIME) ? wanted.time() : null,
                given.has(MOST) ? wanted.most() : null,
                given.has(BYTES) ? wanted.bytes() : null,
                given.has(PAYLOAD) ? wanted.payload() : null,
                given.has(RESULT) ? wanted.resultBytes() : null);
    }

    /** Puts what is not as usual. */
    static void put(JsonObject json, KeepSettings keep) {
        KeepSettings usual = KeepSettings.NONE;
        if (!keep.time().isZero()) {
            json.put(TIME, keep.time().toMillis());
        }
        if (keep.most() != usual.most()) {
            json.put(MOST, keep.most());
        }
        if (keep.bytes() != usual.bytes()) {
            json.put(BYTES, keep.bytes());
        }
        if (keep.payload()) {
            json.put(PAYLOAD, true);
        }
        if (keep.resultBytes() != usual.resultBytes()) {
            json.put(RESULT, keep.resultBytes());
        }
    }
}
