package io.grape.server.admission;

import io.grape.core.GrapeException;
import io.grape.core.quota.Quota;
import io.grape.core.quota.QuotaClient;
import io.grape.core.quota.QuotaGrant;
import io.grape.core.quota.QuotaPart;
import io.grape.core.quota.QuotaRate;

/** The error for a client whose quota is used up. */
final class Refusals {
    private Refusals() {}

    static GrapeException of(QuotaClient client, QuotaPart part, QuotaGrant grant) {
        Quota quota = client.quota();
        String name = "quota " + client.quotaName() + ": ";
        QuotaRate rate = quota.rate(part);
        return grant.isFull() || rate == null
                ? GrapeException.quotaExceeded(
                        name + "inFlight: " + client.name() + " has " + quota.inFlight() + ", expected fewer", null)
                : GrapeException.quotaExceeded(name + part.wireName() + ": " + text(rate), grant.retryAfter());
    }

    private static String text(QuotaRate rate) {
        double perSecond = rate.perSecond();
        String jobs = perSecond == Math.rint(perSecond) ? Long.toString((long) perSecond) : Double.toString(perSecond);
        return "expected at most " + jobs + " jobs a second with a burst of " + rate.burst() + ", got more";
    }
}
