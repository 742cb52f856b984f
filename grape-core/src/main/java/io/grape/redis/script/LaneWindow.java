package io.grape.redis.script;

import java.util.Collections;
import java.util.List;

/**
 * The first lanes after a given one, in order.
 *
 * @param more whether there are others behind them
 */
public record LaneWindow(List<Lane> found, boolean more) {
    public LaneWindow {
        found = List.copyOf(found);
    }

    /** The first of these after a given one, up to a maximum. */
    public List<Lane> above(Lane lane, int atMost) {
        int at = Collections.binarySearch(found, lane);
        int from = at < 0 ? -at - 1 : at + 1;
        return found.subList(from, Math.min(found.size(), from + atMost));
    }
}
