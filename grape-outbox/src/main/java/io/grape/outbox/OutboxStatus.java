package io.grape.outbox;

import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What waits in the table, and how a relay is doing.
 *
 * @param pending the rows in the table, whichever relay will take them
 * @param refused those of them that the broker has refused at least once; their column {@code error} says why
 * @param oldest the age of the oldest row; zero without one
 * @param relayed the jobs that this relay has delivered since it started
 * @param existed those of them that the broker knew already: their id was live, or remembered, so no job was made
 * @param pausedTubes those from which this relay takes nothing for now, such as full ones
 * @param lastError what went wrong last for this relay; null if nothing has since it started
 */
public record OutboxStatus(
        long pending,
        long refused,
        Duration oldest,
        long relayed,
        long existed,
        List<String> pausedTubes,
        @Nullable String lastError) {}
