package io.grape.server.http.call;

import io.grape.core.ErrorCode;
import io.grape.core.GrapeException;
import io.grape.server.access.PrincipalKind;
import io.grape.server.quota.CallerQuotas;
import io.grape.server.quota.QuotaKind;
import java.util.List;

/**
 * Gives calls a place among those of their caller: of its address, and of the user or token. Acknowledgements and health need none.
 */
public final class CallAdmission {
    private final CallerQuotas crowd;

    public CallAdmission(CallerQuotas crowd) {
        this.crowd = crowd;
    }

    /** Fails with QUOTA_EXCEEDED where the caller has as many as it may. */
    CallerQuotas.Place enter(Endpoint call, Request request) {
        CallClass worth = call.takes().worth();
        if (worth == CallClass.ACKNOWLEDGEMENT || worth == CallClass.HEALTH) {
            return CallerQuotas.Place.FREE;
        }
        QuotaKind bound = bound(call, request);
        List<String> who = who(request);
        // Of streams, each user and token has a number of its own.
        CallerQuotas.Place place = crowd.enter(bound, bound == QuotaKind.STREAMS ? who.subList(0, 1) : who);
        if (!place.isTaken()) {
            throw new GrapeException(ErrorCode.QUOTA_EXCEEDED, place.tooMuch());
        }
        return place;
    }

    /** Those that one caller is: its address, then its user or token, once that is known. */
    static List<String> who(Request request) {
        String address = request.address().caller();
        return request.caller().kind() == PrincipalKind.ANONYMOUS
                ? List.of(address)
                : List.of(address, request.caller().toString());
    }

    private static QuotaKind bound(Endpoint call, Request request) {
        if (call.takes().worth() == CallClass.SCRAPE) {
            return QuotaKind.SCRAPES;
        }
        if (call.takes().worth() == CallClass.STREAM) {
            return QuotaKind.STREAMS;
        }
        String wait = call.query().contains("waitMs") ? request.query().text("waitMs") : null;
        return wait == null || wait.equals("0") ? QuotaKind.CALLS : QuotaKind.WAITS;
    }
}
