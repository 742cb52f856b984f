package io.grape.server.http.call;

import io.grape.core.ErrorCode;
import io.grape.core.GrapeException;
import io.grape.server.access.Principal;
import io.grape.server.crowd.Crowd;
import io.grape.server.crowd.Crowd.Bound;
import java.util.List;

/**
 * Gives calls a place among those of their caller: of its address, and of the user or token. Acknowledgements and health need none.
 */
public final class Places {
    private final Crowd crowd;

    public Places(Crowd crowd) {
        this.crowd = crowd;
    }

    /** Fails with QUOTA_EXCEEDED where the caller has as many as it may. */
    Crowd.Place enter(Call call, Request request) {
        Call.Worth worth = call.takes().worth();
        if (worth == Call.Worth.ACKNOWLEDGEMENT || worth == Call.Worth.HEALTH) {
            return Crowd.Place.FREE;
        }
        Bound bound = bound(call, request);
        List<String> who = who(request);
        // Of streams, each user and token has a number of its own.
        Crowd.Place place = crowd.enter(bound, bound == Bound.STREAMS ? who.subList(0, 1) : who);
        if (!place.isTaken()) {
            throw new GrapeException(ErrorCode.QUOTA_EXCEEDED, place.tooMuch());
        }
        return place;
    }

    /** Those that one caller is: its address, then its user or token, once that is known. */
    static List<String> who(Request request) {
        String address = request.address().caller();
        return request.caller().kind() == Principal.Kind.ANONYMOUS
                ? List.of(address)
                : List.of(address, request.caller().toString());
    }

    private static Bound bound(Call call, Request request) {
        if (call.takes().worth() == Call.Worth.SCRAPE) {
            return Bound.SCRAPES;
        }
        if (call.takes().worth() == Call.Worth.STREAM) {
            return Bound.STREAMS;
        }
        String wait = call.query().contains("waitMs") ? request.query().text("waitMs") : null;
        return wait == null || wait.equals("0") ? Bound.CALLS : Bound.WAITS;
    }
}
