package io.grape.server.http.openapi;

import io.grape.core.TubeName;
import io.grape.core.tube.ExpireTo;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** What requests and responses about tubes hold. */
interface TubeRecords {
    String MILLION = "'minimum':1,'maximum':1000000";

    String RETRY_MS = "'minimum':1,'maximum':4294967295000";
    String EXPIRE = "The time from its produce in which a job is to be begun.";
    String EXPIRE_TO = "What becomes of jobs that are not begun in time.";
    String FIRST_MS = "The delay after the first execution.";
    String MOST_MS = "The longest delay.";
    String FACTOR = "How many times as long each further delay is.";
    String KEEP_MS = "How long finished jobs are kept.";
    String KEEP_MOST = "How many of them at most.";
    String KEEP_MOST_BOUNDS = "'minimum':1,'maximum':10000000";
    String KEEP_BYTES = "How many bytes of them at most.";
    String KEEP_BYTES_BOUNDS = "'minimum':0,'maximum':1099511627776";
    String KEEP_PAYLOAD = "Whether their payloads are kept, too.";
    String RESULT_MAX = "Bytes of the longest result.";
    String RESULT_MAX_BOUNDS = "'minimum':0,'maximum':16777216";
    String LATENESS_TARGET = "How long a due job should wait at most.";
    String LATENESS_TARGET_MS = "'minimum':1,'maximum':86400000";
    String JITTER = "The share of the delay that is random.";

    record Settings(
            Scalars.TtrMs ttrMs,
            @Says(JobRecords.NO_LIMIT) Scalars.MaxAttempts maxAttempts,
            @Says("There when there are any.") Optional<TubeLimits> limits,
            @Says("There when they are on.") Optional<KeyRecords.Keys> keys,
            @Says("There when there is one.") Optional<Retry> retry,

            @Says(
                    value = "How long ids of ended jobs are remembered. There unless off.",
                    also = ProduceRecords.DEDUP_MS)
            Optional<Long> dedupMs,

            @Says(value = KEEP_MS + " There unless off.", also = RETRY_MS)
            Optional<Long> keepFinishedMs,

            @Says(value = KEEP_MOST + " There unless 10000000.", also = KEEP_MOST_BOUNDS)
            Optional<Integer> keepFinishedMost,

            @Says(value = KEEP_BYTES + " There when it is limited.", also = KEEP_BYTES_BOUNDS)
            Optional<Long> keepFinishedBytes,

            @Says(value = KEEP_PAYLOAD + " There when they are.", also = "'const':true")
            Optional<Boolean> keepPayload,

            @Says(value = RESULT_MAX + " There unless 65536.", also = RESULT_MAX_BOUNDS)
            Optional<Integer> resultMaxBytes,

            @Says(value = EXPIRE + " There unless off.", also = ProduceRecords.EXPIRE_MS)
            Optional<Long> expireMs,

            @Says(EXPIRE_TO + " There with expireMs, or if it is bury.")
            Optional<ExpireTo> expireTo,

            @Says(value = LATENESS_TARGET + " There unless none.", also = LATENESS_TARGET_MS)
            Optional<Long> latenessTargetMs) {}

    @Says("After which delay a job is tried again.")
    record Retry(
            @Says(value = FIRST_MS, also = RETRY_MS) long firstMs,
            @Says(value = MOST_MS, also = RETRY_MS) long mostMs,

            @Says(value = FACTOR, also = "'minimum':1,'maximum':100")
            Double factor,

            @Says(value = JITTER, also = "'minimum':0,'maximum':1")
            Double jitter) {}

    @Says("After which delay a job is tried again: when its lease expired, or it was released without delayMs.")
    record RetrySpec(
            @Says(value = FIRST_MS, also = RETRY_MS) long firstMs,

            @Says(value = MOST_MS + " Default: 12 h, or firstMs if that is longer.", also = RETRY_MS)
            Optional<Long> mostMs,

            @Says(value = FACTOR, also = "'minimum':1,'maximum':100,'default':2")
            Optional<Double> factor,

            @Says(value = JITTER, also = "'minimum':0,'maximum':1,'default':0.5")
            Optional<Double> jitter) {}

    @Says("How much the tube delivers and holds. What is absent has no limit.")
    record TubeLimits(
            @Says(value = "Leases at the same time.", also = MILLION)
            Optional<Integer> concurrency,

            @Says(value = "Deliveries a second.", also = "'minimum':0.00001,'maximum':1000000")
            Optional<Double> perSecond,

            @Says(
                    value = "Deliveries at the same moment after a rest, with perSecond.",
                    also = MILLION + ",'default':1")
            Optional<Integer> burst,

            @Says(value = "Live jobs of every state.", also = "'minimum':1,'maximum':1000000000000000")
            Optional<Long> maxJobs,

            @Says(
                    value = "Bytes of live jobs: payloads, headers, keys and labels.",
                    also = "'minimum':1,'maximum':1000000000000000")
            Optional<Long> maxBytes) {}

    @Says("How much the tube delivers and holds. null or absent = no limit.")
    record LimitsSpec(
            @Says(value = "Leases at the same time.", also = MILLION)
            Optional<@Nullable Integer> concurrency,

            @Says(value = "Deliveries a second.", also = "'minimum':0.00001,'maximum':1000000")
            Optional<@Nullable Double> perSecond,

            @Says(
                    value = "Deliveries at the same moment after a rest, with perSecond.",
                    also = MILLION + ",'default':1")
            Optional<@Nullable Integer> burst,

            @Says(value = "Live jobs of every state.", also = "'minimum':1,'maximum':1000000000000000")
            Optional<@Nullable Long> maxJobs,

            @Says(
                    value = "Bytes of live jobs: payloads, headers, keys and labels.",
                    also = "'minimum':1,'maximum':1000000000000000")
            Optional<@Nullable Long> maxBytes) {}

    @Says("Settings to change. Those that are absent stay as they are.")
    record SettingsSpec(
            @Says("Default of a new tube: 60000.") Optional<Scalars.TtrMs> ttrMs,

            @Says("0 = no limit. Default of a new tube: 20.")
            Optional<Scalars.MaxAttempts> maxAttempts,

            @Says("Replaced as a whole; null = none.") Optional<@Nullable LimitsSpec> limits,
            @Says("Replaced as a whole; null = off.") Optional<KeyRecords.@Nullable KeysSpec> keys,
            @Says("Replaced as a whole; null = none.") Optional<@Nullable RetrySpec> retry,

            @Says(
                    value = "How long ids of ended jobs are remembered: 0 = off, or from 1000.",
                    also = "'minimum':0,'maximum':604800000,'default':0")
            Optional<Long> dedupMs,

            @Says(value = KEEP_MS + " 0 = off.", also = "'minimum':0,'maximum':4294967295000,'default':0")
            Optional<Long> keepFinishedMs,

            @Says(value = KEEP_MOST, also = KEEP_MOST_BOUNDS + ",'default':10000000")
            Optional<Integer> keepFinishedMost,

            @Says(value = KEEP_BYTES + " 0 = no limit.", also = KEEP_BYTES_BOUNDS + ",'default':0")
            Optional<Long> keepFinishedBytes,

            @Says(value = KEEP_PAYLOAD, also = "'default':false")
            Optional<Boolean> keepPayload,

            @Says(value = RESULT_MAX, also = RESULT_MAX_BOUNDS + ",'default':65536")
            Optional<Integer> resultMaxBytes,

            @Says(value = EXPIRE + " 0 = off.", also = "'minimum':0,'maximum':4294967295000,'default':0")
            Optional<Long> expireMs,

            @Says(value = EXPIRE_TO, also = "'default':'drop'")
            Optional<ExpireTo> expireTo,

            @Says(value = LATENESS_TARGET + " null = none.", also = LATENESS_TARGET_MS)
            Optional<@Nullable Long> latenessTargetMs) {}

    record Pause(@Says("null = until resumed") @Nullable Instant until, String reason) {}

    record Counts(
            Scalars.Count delayed,
            Scalars.Count ready,
            Scalars.Count retained,
            Scalars.Count failed,
            Scalars.Count gated) {}

    record Totals(
            Scalars.Count produced,
            Scalars.Count consumed,
            Scalars.Count finished,
            Scalars.Count released,
            Scalars.Count buried,
            Scalars.Count kicked,
            Scalars.Count expired,
            Scalars.Count deleted,
            Scalars.Count discarded,
            Scalars.Count dropped,
            Scalars.Count expiredUnstarted,
            Scalars.Count moved,
            Scalars.Count unremembered,
            Scalars.Count unkept) {}

    record Tube(
            TubeName name,
            Settings settings,
            @Says("null while it delivers") @Nullable Pause paused,
            Counts counts,
            @Says("Since the tube was made.") Totals totals,

            @Says("How many finished jobs are kept; there where the tube keeps any.")
            Optional<Scalars.Count> kept,

            @Says("How many bytes of them; there where the tube keeps any.")
            Optional<Scalars.Count> keptBytes,

            @Says("Whether a job waits for longer than latenessTargetMs; there with that setting.")
            Optional<Boolean> latenessTargetMissed,

            @Says("How long the job that is ready for longest has been so.")
            Scalars.@Nullable Count oldestReadyMs,

            @Says("When the next delayed job becomes ready.") @Nullable
            Instant nextDueAt,

            @Says("There with activity=true.") Optional<Activity> activity) {}

    record Scale(
            Scalars.Count ready,

            @Says("How long the job that is ready for longest has been so.")
            Scalars.@Nullable Count oldestReadyMs,

            @Says("How many jobs must run at the same time so that none waits longer than latenessTargetMs.")
            Scalars.Count workers) {}

    record TubePage(
            @Says(also = JobRecords.BATCH) List<Tube> tubes,
            @Says(JobRecords.NEXT) @Nullable String next) {}

    @Says("What happened in the last hour.")
    record Activity(
            @Says("By the minute.") List<Scalars.Count> produced,
            @Says("By the minute.") List<Scalars.Count> finished,
            TubeRates perSecond,
            @Nullable Lateness lateness) {}

    record TubeRates(Scalars.Rate produced, Scalars.Rate finished, Scalars.Rate released, Scalars.Rate buried) {}

    @Says("From due to delivered.")
    record Lateness(Scalars.Count p50Ms, Scalars.Count p95Ms, Scalars.Count p99Ms, Scalars.Count samples) {}
}
