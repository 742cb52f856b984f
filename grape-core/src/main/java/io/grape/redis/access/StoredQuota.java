package io.grape.redis.access;

import io.grape.core.GrapeException;
import io.grape.core.quota.Quota;
import io.grape.core.quota.QuotaPart;
import io.grape.core.quota.QuotaRate;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** A quota as text: {@code produce 100.0 200, consume 5.0 5, inFlight 20}. What a later release wrote besides is skipped. */
final class StoredQuota {
    private StoredQuota() {}

    static String text(Quota quota) {
        List<String> parts = new ArrayList<>();
        for (QuotaPart part : QuotaPart.values()) {
            QuotaRate rate = quota.rate(part);
            if (rate != null) {
                parts.add(part.wireName() + ' ' + rate.perSecond() + ' ' + rate.burst());
            }
        }
        if (quota.inFlight() != null) {
            parts.add(QuotaPart.IN_FLIGHT.wireName() + ' ' + quota.inFlight());
        }
        return String.join(", ", parts);
    }

    /** Empty where it is none: a broken one must not keep others from being read. */
    static Optional<Quota> read(String text) {
        Map<String, String[]> parts = new HashMap<>();
        for (String part : text.split(", ", -1)) {
            String[] words = part.split(" ", -1);
            parts.put(words[0], words);
        }
        try {
            String[] inFlight = parts.get(QuotaPart.IN_FLIGHT.wireName());
            return Optional.of(new Quota(
                    rate(parts.get(QuotaPart.PRODUCE.wireName())),
                    rate(parts.get(QuotaPart.CONSUME.wireName())),
                    inFlight == null ? null : Integer.valueOf(inFlight[1])));
        } catch (GrapeException | NumberFormatException | ArrayIndexOutOfBoundsException e) {
            return Optional.empty();
        }
    }

    private static @Nullable QuotaRate rate(String @Nullable [] words) {
        return words == null ? null : new QuotaRate(Double.parseDouble(words[1]), Integer.parseInt(words[2]));
    }
}
