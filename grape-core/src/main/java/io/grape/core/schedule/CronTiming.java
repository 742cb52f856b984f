package io.grape.core.schedule;

import io.grape.core.GrapeException;
import io.grape.core.Limits;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.zone.ZoneOffsetTransition;
import java.time.zone.ZoneRules;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Occurs when the local time of a zone matches a cron expression.
 *
 * <p>An expression is an interval if its minute or its hour begins with a star. It occurs in both passes of an overlap,
 * and not at times that a gap leaves out. For all others, which are fixed times, the two policies say what happens.
 *
 * <p>The zone has one offset between two changes of its clocks. So the search goes from one change to the next: within
 * each part, local times map to instants one to one, and later local times are later instants. It ends with the last month
 * in which a job can be due, so an expression that never occurs costs a few hundred changes. Even so, no expression is
 * evaluated on an event loop, because others wait for it.
 *
 * @param zone {@code UTC}, or one of the IANA ids with a slash
 */
public record CronTiming(CronExpression cron, ZoneId zone, GapPolicy gap, OverlapPolicy overlap) implements Timing {
    public static final String UTC = "UTC";

    private static final Pattern OFFSET = Pattern.compile("(?:UTC|GMT)?([+-])0?(\\d{1,2})(?::?00)?");
    private static final Set<String> ZONES = ZoneId.getAvailableZoneIds();

    /** Fails with BAD_REQUEST if it is no IANA id with a slash, nor {@code UTC}. */
    public static ZoneId parseZone(String id) {
        if (id.equals(UTC)) {
            return ZoneId.of(UTC);
        }
        if (id.indexOf('/') < 0 || !ZONES.contains(id)) {
            throw GrapeException.badValue(
                    "timeZone", "UTC or an IANA id such as Europe/Berlin" + instead(id), "'" + id + "'");
        }
        return ZoneId.of(id);
    }

    /** The ids of fixed offsets have the sign the other way round. */
    private static String instead(String id) {
        Matcher offset = OFFSET.matcher(id.toUpperCase(Locale.ROOT));
        if (!offset.matches()) {
            return "";
        }
        String zone = "Etc/GMT" + (offset.group(1).equals("+") ? '-' : '+') + offset.group(2);
        return ZONES.contains(zone) ? " or " + zone : "";
    }

    @Override
    public @Nullable Instant after(Instant instant) {
        assert !isEventLoop() : "a cron expression is evaluated on an event loop";
        if (!instant.isBefore(Limits.MAX_DUE)) {
            return null;
        }
        ZoneRules rules = zone.getRules();
        Instant start = instant.isBefore(Instant.EPOCH) ? Instant.EPOCH.minusMillis(1) : instant;
        LocalDateTime after = LocalDateTime.ofInstant(start, rules.getOffset(start));
        while (true) {
            ZoneOffset offset = rules.getOffset(start);
            ZoneOffsetTransition change = rules.nextTransition(start);
            LocalDateTime local = firstIn(after, offset, change);
            if (local == null) {
                return null;
            }
            if (change == null || isBefore(local, offset, change)) {
                return local.toInstant(offset);
            }
            if (change.isGap() && movesOver(local, change)) {
                return change.getInstant();
            }
            start = change.getInstant();
            after = change.getDateTimeAfter().minusNanos(1);
        }
    }

    private static boolean isEventLoop() {
        return Thread.currentThread().getName().toLowerCase(Locale.ROOT).contains("eventloop");
    }

    /** The first local time that occurs at an offset, or the first one behind the change at which the offset ends. */
    private @Nullable LocalDateTime firstIn(
            LocalDateTime after, ZoneOffset offset, @Nullable ZoneOffsetTransition change) {
        LocalDateTime local = cron.after(after);
        while (local != null && (change == null || isBefore(local, offset, change)) && !occurs(local, offset)) {
            local = cron.after(local);
        }
        return local;
    }

    private static boolean isBefore(LocalDateTime local, ZoneOffset offset, ZoneOffsetTransition change) {
        return local.toInstant(offset).isBefore(change.getInstant());
    }

    private boolean movesOver(LocalDateTime local, ZoneOffsetTransition change) {
        return gap == GapPolicy.NEXT && !cron.isInterval() && local.isBefore(change.getDateTimeAfter());
    }

    private boolean occurs(LocalDateTime local, ZoneOffset offset) {
        if (cron.isInterval() || overlap == OverlapPolicy.BOTH) {
            return true;
        }
        ZoneOffsetTransition change = zone.getRules().getTransition(local);
        return change == null
                || !change.isOverlap()
                || offset.equals(overlap == OverlapPolicy.FIRST ? change.getOffsetBefore() : change.getOffsetAfter());
    }

    /** Why a schedule with this timing is refused. */
    GrapeException neverOccurs() {
        return GrapeException.badValue(
                "cron",
                "an expression that occurs in " + zone + " before " + Limits.MAX_DUE
                        + (gap == GapPolicy.SKIP
                                ? ", or gap next, as skip leaves out local times that do not exist"
                                : ""),
                "'" + cron + "'");
    }

    @Override
    public Fell fellInto(Instant occurrence) {
        LocalDateTime local = LocalDateTime.ofInstant(occurrence, zone);
        if (!cron.matches(local)) {
            return Fell.GAP;
        }
        ZoneOffsetTransition change = zone.getRules().getTransition(local);
        return change != null && change.isOverlap() ? Fell.OVERLAP : Fell.NOTHING;
    }
}
