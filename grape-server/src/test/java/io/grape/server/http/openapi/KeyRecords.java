package io.grape.server.http.openapi;

import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** What requests and responses about the keys of tubes hold. */
interface KeyRecords {
    String MILLION = "'minimum':1,'maximum':1000000";
    String RATE = "'minimum':0.00001,'maximum':1000000";
    String JOBS = "'minimum':1,'maximum':1000000000000000";
    String WEIGHTS = "'minimum':0.01,'maximum':1000";
    String PRODUCED_WEIGHT =
            "The share of its key beside other keys, while the key has no other in an override. Only with key.";
    String CONCURRENCY = "Leases of one key at the same time.";
    String PER_SECOND = "Deliveries of one key a second.";
    String BURST = "Deliveries of one key at the same moment after a rest, with perSecond.";
    String MAX_JOBS = "Live jobs of one key, but for the failed ones.";
    String FAIR = "The keys take turns; false = by due time.";
    String FAIR_BY = "What the keys share: the number of jobs, or the time that they run.";
    String ORDERED = "Jobs of one key and priority never overtake each other.";
    String ON_FAILURE = "What becomes of the jobs behind a failed one of the same key, when ordered.";

    @Says("How the keys of the tube share it. What is absent has no limit.")
    record Keys(
            @Says(FAIR) boolean fair,

            @Says(value = FAIR_BY + " There when fair.", also = "'enum':['jobs','time']")
            Optional<String> fairBy,

            @Says(value = CONCURRENCY, also = MILLION) Optional<Integer> concurrency,

            @Says(value = PER_SECOND, also = RATE) Optional<Double> perSecond,

            @Says(value = BURST, also = MILLION) Optional<Integer> burst,

            @Says(value = MAX_JOBS, also = JOBS) Optional<Long> maxJobs,

            @Says(ORDERED) boolean ordered,

            @Says(value = ON_FAILURE + " There when ordered.", also = "'enum':['skip','block']")
            Optional<String> onFailure) {}

    @Says("How the keys of the tube share it. null or absent = no limit.")
    record KeysSpec(
            @Says(value = FAIR, also = "'default':true") Optional<Boolean> fair,

            @Says(value = FAIR_BY, also = "'enum':['jobs','time'],'default':'jobs'")
            Optional<String> fairBy,

            @Says(value = CONCURRENCY, also = MILLION) Optional<@Nullable Integer> concurrency,

            @Says(value = PER_SECOND, also = RATE) Optional<@Nullable Double> perSecond,

            @Says(value = BURST, also = MILLION + ",'default':1")
            Optional<@Nullable Integer> burst,

            @Says(value = MAX_JOBS, also = JOBS) Optional<@Nullable Long> maxJobs,

            @Says(value = ORDERED + " Then concurrency is 1.", also = "'default':false")
            Optional<Boolean> ordered,

            @Says(value = ON_FAILURE, also = "'enum':['skip','block'],'default':'skip'")
            Optional<String> onFailure) {}

    @Says("What a key has instead of the tube's settings. null or absent = as the tube says.")
    record KeyOverride(
            @Says(value = "Its share beside other keys.", also = WEIGHTS + ",'default':1")
            Optional<@Nullable Double> weight,

            @Says(value = CONCURRENCY, also = MILLION) Optional<@Nullable Integer> concurrency,

            @Says(value = PER_SECOND, also = RATE) Optional<@Nullable Double> perSecond,

            @Says(value = BURST, also = MILLION + ",'default':1")
            Optional<@Nullable Integer> burst,

            @Says(value = MAX_JOBS, also = JOBS) Optional<@Nullable Long> maxJobs,

            @Says(value = "No job of the key is delivered.", also = "'default':false")
            Optional<Boolean> paused) {}

    @Says("A key of a tube, with the values in effect. A limit that is absent is none.")
    record Key(
            Scalars.Key key,

            @Says(value = "Its share beside other keys.", also = WEIGHTS)
            Double weight,

            @Says(value = CONCURRENCY, also = MILLION) Optional<Integer> concurrency,

            @Says(value = PER_SECOND, also = RATE) Optional<Double> perSecond,

            @Says(value = BURST, also = MILLION) Optional<Integer> burst,

            @Says(value = MAX_JOBS, also = JOBS) Optional<Long> maxJobs,

            @Says("No job of the key is delivered.") boolean paused,

            @Says("It has an override.") boolean overridden,

            @Says("Its delayed and ready jobs.") Scalars.Count waiting,

            @Says("Its leases.") Scalars.Count held,

            @Says(
                    value = "The weight that the last produce named for it. Absent if none did while it has jobs.",
                    also = WEIGHTS)
            Optional<Double> producedWeight,

            @Says("How long its first ready job has been due. Absent if none is ready.")
            Optional<Scalars.Count> oldestReadyMs) {}

    record KeyPage(
            @Says(also = JobRecords.BATCH) List<Key> keys,
            @Says(JobRecords.NEXT) @Nullable String next) {}
}
