package io.grape.redis.job;

import io.grape.core.ErrorCode;
import io.grape.core.GrapeException;
import io.grape.core.ItemResult;
import io.grape.core.JobState;
import io.grape.core.TubeName;
import io.grape.core.job.Expiry;
import io.grape.core.job.NewJob;
import io.grape.core.job.Produced;
import io.grape.redis.script.JobPlace;
import io.grape.redis.script.Reply;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/** Reads the reply of produce, and of adopt. */
public final class ProduceReply {
    /** The size of a reply with one outcome, of one job or of all. */
    private static final int OUTCOME_OF_ALL = 4;

    private ProduceReply() {}

    public static List<ItemResult<Produced>> outcomes(Reply reply, TubeName tube, int replicas, List<NewJob> jobs) {
        long now = reply.number(1);
        int step = reply.size() == OUTCOME_OF_ALL ? 0 : 2;
        List<ItemResult<Produced>> outcomes = new ArrayList<>(jobs.size());
        for (int i = 0; i < jobs.size(); i++) {
            ItemResult<Produced> outcome =
                    outcome(tube, reply.text(2 + step * i), reply.text(3 + step * i), now, jobs.get(i));
            boolean isMissed = outcome.failure() == null && reply.replicas() < replicas;
            outcomes.add(isMissed ? missed(reply, replicas, outcome.get()) : outcome);
        }
        return outcomes;
    }

    /** A produce fails if fewer replicas have it than requested. */
    private static ItemResult<Produced> missed(Reply reply, int replicas, Produced produced) {
        return ItemResult.failed(
                ErrorCode.STORE_UNAVAILABLE,
                "job " + produced.id() + " is stored, not confirmed: expected " + replicas
                        + " replicas to have it, got " + reply.replicas() + "; the same call again confirms it");
    }

    /** The failure of a job that would be due no sooner than it expires. */
    private static GrapeException late(TubeName tube, NewJob job, Instant expiresAt) {
        Expiry expiry = job.expiry();
        if (expiry == null) {
            return GrapeException.badValue(
                    "expiresAfterMs",
                    "more than the delay of job " + job.id() + ", as that of tube " + tube + " is not",
                    "none of its own");
        }
        String due = job.due().at() == null ? "the end of delayMs" : "dueAt";
        return GrapeException.badValue(
                expiry.at() == null ? "expiresAfterMs" : "expiresAt",
                "an instant after " + due + " of job " + job.id(),
                expiresAt);
    }

    private static ItemResult<Produced> outcome(TubeName tube, String result, String place, long now, NewJob job) {
        if (result.equals("UNREADABLE")) {
            return ItemResult.failed(
                    ErrorCode.WRONG_STATE, "job " + job.id() + " is live already and cannot be read: " + place);
        }
        if (result.equals("GATED")) {
            String[] gate = place.split(" ", -1);
            return ItemResult.failed(GrapeException.gated(
                    "gate " + gate[0] + " of tube " + tube + " refuses new jobs such as " + job.id(),
                    Instant.ofEpochMilli(now),
                    gate.length == 1 ? null : Instant.ofEpochMilli(Long.parseLong(gate[1]))));
        }
        if (result.equals("TUBE_FULL")) {
            return ItemResult.failed(
                    ErrorCode.TUBE_FULL,
                    place.equals("key")
                            ? "key '" + job.tags().key() + "' of tube " + tube + " has no room for job " + job.id()
                                    + ": its maxJobs is reached"
                            : "tube " + tube + " has no room for job " + job.id() + ": its " + place + " is reached");
        }
        if (result.equals("EXPIRES")) {
            return ItemResult.failed(late(tube, job, Instant.ofEpochMilli(Long.parseLong(place))));
        }
        boolean waiting = Character.isDigit(place.charAt(0));
        long due = waiting ? Long.parseLong(place) : 0;
        JobState state = waiting ? JobPlace.WAITING.state(due <= now) : JobState.read(place);
        Instant dueAt = waiting ? Instant.ofEpochMilli(due) : null;
        return switch (result) {
            case "created" -> ItemResult.of(new Produced(job.id(), state, true, dueAt));
            case "replaced", "kept" -> ItemResult.of(new Produced(job.id(), state, false, dueAt));
            case "successor" -> ItemResult.of(new Produced(job.id(), state, false, null, true));
            case "DUPLICATE" ->
                ItemResult.failed(
                        ErrorCode.DUPLICATE,
                        "job " + job.id()
                                + (state == JobState.FINISHED
                                        ? " has finished, and its id is remembered"
                                        : " is live already: " + state.wireName()));
            case "WRONG_STATE" ->
                ItemResult.failed(ErrorCode.WRONG_STATE, "job " + job.id() + " is retained and cannot be replaced now");
            default -> throw new IllegalStateException("produce answered " + result);
        };
    }
}
