package io.grape.client;

import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A tube, and what happened in it in the last hour.
 *
 * @param produced jobs in each minute, the oldest first
 * @param finished the same
 * @param perSecond the mean of a minute: {@code produced}, {@code finished}, {@code released} and {@code buried}
 * @param lateness of this minute and the last; null if nothing was delivered
 * @param isLatenessTargetMissed whether a due job has waited longer than the tube's lateness target
 */
public record TubeActivity(
        TubeStatus tube,
        List<Long> produced,
        List<Long> finished,
        Map<String, Double> perSecond,
        @Nullable Lateness lateness,
        boolean isLatenessTargetMissed) {}
