package io.grape.core.schedule;

import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;

/** Every minute of a time in a zone, one after the other: the plain way to say when a schedule occurs. */
final class MinuteWalk {
    private final long first;
    private final int[] offsets;
    private final Set<Integer> known = new HashSet<>();

    MinuteWalk(ZoneId zone, Instant from, Instant to) {
        this.first = from.getEpochSecond() / 60;
        this.offsets = new int[(int) (to.getEpochSecond() / 60 - first)];
        for (int i = 0; i < offsets.length; i++) {
            offsets[i] = zone.getRules().getOffset(instant(i)).getTotalSeconds() / 60;
            known.add(offsets[i]);
        }
    }

    private Instant instant(int minute) {
        return Instant.ofEpochSecond((first + minute) * 60);
    }

    /** The minutes in which the clocks change. */
    List<Instant> changes() {
        List<Instant> found = new ArrayList<>();
        for (int i = 1; i < offsets.length; i++) {
            if (offsets[i] != offsets[i - 1]) {
                found.add(instant(i));
            }
        }
        return found;
    }

    /** When fixed times, or an interval, that a predicate matches occur. */
    List<Instant> occurrences(
            Predicate<LocalDateTime> matches, boolean isInterval, GapPolicy gap, OverlapPolicy overlap) {
        List<Instant> found = new ArrayList<>();
        for (int i = 1; i < offsets.length; i++) {
            boolean occurs = matches.test(local(i)) && (isInterval || isWanted(i, overlap));
            boolean isMoved = !isInterval && gap == GapPolicy.NEXT && matchesInGapBefore(i, matches);
            if (occurs || isMoved) {
                found.add(instant(i));
            }
        }
        return found;
    }

    private LocalDateTime local(int minute) {
        return local(first + minute + offsets[minute]);
    }

    private static LocalDateTime local(long minute) {
        return LocalDateTime.ofEpochSecond(minute * 60, 0, ZoneOffset.UTC);
    }

    private boolean isWanted(int minute, OverlapPolicy overlap) {
        return switch (overlap) {
            case BOTH -> true;
            case FIRST -> !isThereAnother(minute, -1);
            case SECOND -> !isThereAnother(minute, 1);
        };
    }

    /** Whether an earlier or a later minute has the same local time. */
    private boolean isThereAnother(int minute, int direction) {
        int local = minute + offsets[minute];
        for (int offset : known) {
            int other = local - offset;
            boolean isThere = other >= 0 && other < offsets.length && offsets[other] == offset;
            if (isThere && Integer.signum(other - minute) == direction) {
                return true;
            }
        }
        return false;
    }

    private boolean matchesInGapBefore(int minute, Predicate<LocalDateTime> matches) {
        long before = first + minute - 1 + offsets[minute - 1];
        long now = first + minute + offsets[minute];
        for (long between = before + 1; between < now; between++) {
            if (matches.test(local(between))) {
                return true;
            }
        }
        return false;
    }
}
