package io.grape.server.http;

import io.grape.core.ErrorCode;
import io.grape.core.GrapeException;
import io.grape.server.access.Principal;
import io.grape.server.crowd.Crowd;
import io.grape.server.crowd.Crowd.Bound;
import java.util.ArrayList;
import java.util.List;

/**
 * Gives calls a place among those of their caller: of its address, and of the user or token. Acknowledgements and health need none.
 */
final class Places {
    private final Crowd crowd;

    Places(Crowd crowd) {
        this.crowd = crowd;
    }

    /** Fails with QUOTA_EXCEEDED where the caller has as many as it may. */
    Crowd.Place enter(Call call, Request request) {
        Call.Worth worth = call.takes().worth();
        if (worth == Call.Worth.ACKNOWLEDGEMENT || worth == Call.Worth.HEALTH) {
            return Crowd.Place.FREE;
        }
        Bound bound = bound(call, request);
        List<String> who =
                new ArrayList<>(List.of("address " + request.address().group()));
        // Of streams, each user and token has a number of its own.
        if (request.caller().kind() != Principal.Kind.ANONYMOUS && bound != Bound.STREAMS) {
            who.add(request.caller().toString());
        }
        Crowd.Place place = crowd.enter(bound, who);
        if (!place.isTaken()) {
            throw new GrapeException(ErrorCode.QUOTA_EXCEEDED, place.tooMuch());
        }
        return place;
    }

    private static Bound bound(Call call, Request request) {
        if (call.takes().worth() == Call.Worth.SCRAPE) {
            return Bound.SCRAPES;
        }
        if (call.path().equals(Topic.STREAM)) {
            return Bound.STREAMS;
        }
        String wait = call.query().contains("waitMs") ? request.query().text("waitMs") : null;
        return wait == null || wait.equals("0") ? Bound.CALLS : Bound.WAITS;
    }
}
