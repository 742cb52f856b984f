package io.grape.redis;

import static io.grape.catalog.TubeFields.EXPIRE_TO;
import static io.grape.redis.TestStore.TUBE;
import static io.grape.redis.TestStore.get;
import static org.assertj.core.api.Assertions.assertThat;

import io.grape.core.ItemResult;
import io.grape.core.JobId;
import io.grape.core.gate.GateMatch;
import io.grape.core.gate.GateMode;
import io.grape.core.gate.GateRequest;
import io.grape.core.job.Acknowledgement;
import io.grape.core.job.Checkpoint;
import io.grape.core.job.ConsumeResult;
import io.grape.core.job.Due;
import io.grape.core.job.Expiry;
import io.grape.core.job.ExplanationReason;
import io.grape.core.job.Job;
import io.grape.core.job.JobChange;
import io.grape.core.job.JobTags;
import io.grape.core.job.NewJob;
import io.grape.core.job.OnDuplicate;
import io.grape.core.job.Payload;
import io.grape.core.job.Produced;
import io.grape.core.key.KeyOrder;
import io.grape.core.key.KeySettings;
import io.grape.core.key.OnFailure;
import io.grape.core.tube.ExpireTo;
import io.grape.core.tube.TubeSettingsChange;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Random calls in a tube whose keys keep their order. A model of its own knows the place of each job in the line of its key, by what
 * docs/fairness.md says, and reads only from the store in which state a job is. No delivery may pass a job ahead, or a failed job that
 * blocks; and a consume that brings less than it asks for leaves no key with a job that it could deliver.
 */
final class OrderSequence extends CallSequence {
    private static final List<String> KEYS = List.of("a", "b");
    private static final List<KeyOrder> ORDERS = List.of(KeyOrder.JOBS, KeyOrder.DUE_TIME, KeyOrder.TIME);

    /** A place in the line of a key. */
    private record Place(String id, String key, long priority, long due, long number) {
        static final Comparator<Place> FIRST = Comparator.comparingLong(Place::priority)
                .thenComparingLong(Place::due)
                .thenComparingLong(Place::number);

        boolean isAheadOf(Place other) {
            return key.equals(other.key) && FIRST.compare(this, other) < 0;
        }

        Place at(long newDue, long newNumber) {
            return new Place(id, key, priority, newDue, newNumber);
        }
    }

    /** A key rests for the delay of a job. */
    private record Rest(String id, long until) {}

    private final Map<String, Place> places = new HashMap<>();
    /** The last job of each key that came back with a delay. */
    private final Map<String, Rest> rests = new HashMap<>();

    private final boolean blocks;
    private StoredTube before = StoredTube.empty();
    /** A key that a gate holds back, and buries what it finds of it. */
    private @Nullable String gatedKey;

    private long count;

    private OrderSequence(InspectedStore store, long seed) {
        super(store, seed);
        blocks = random.nextInt(4) > 0;
    }

    /** Runs the one of that seed, and fails where a rule is broken. */
    static void run(InspectedStore store, long seed) {
        new OrderSequence(store, seed).run();
    }

    @Override
    void begin() {
        KeySettings settings = new KeySettings(
                ORDERS.get(random.nextInt(ORDERS.size())),
                null,
                null,
                null,
                true,
                blocks ? OnFailure.BLOCK : OnFailure.SKIP,
                null);
        get(store.tubes().configure(TUBE, TubeSettingsChange.of(settings)));
        get(store.tubes().configure(TUBE, TubeSettingsChange.of(EXPIRE_TO, ExpireTo.BURY.wireName())));
        steps.add("configure " + settings);
    }

    @Override
    void step() {
        placeThoseWhoseLeasesExpired();
        int choice = random.nextInt(100);
        if (choice < 20) {
            produce();
        } else if (choice < 40) {
            consume(1 + random.nextInt(4));
        } else if (choice < 58) {
            acknowledge();
        } else if (choice < 66) {
            passTime();
        } else if (choice < 68) {
            buryAtAGate();
        } else if (choice < 74) {
            take();
        } else if (choice < 90) {
            kick();
        } else if (choice < 95) {
            explain();
        } else if (choice < 97) {
            changeDueTime();
        } else {
            JobId id = new JobId(id());
            steps.add("delete " + id);
            get(broker.delete(TUBE, id, false).handle((done, failure) -> true));
            get(store.tubes().expireLeases(TUBE));
        }
    }

    private void produce() {
        List<NewJob> jobs = new ArrayList<>();
        Set<String> ids = new HashSet<>();
        for (int i = random.nextInt(4); i >= 0; i--) {
            String id = id();
            if (!ids.add(id)) {
                continue;
            }
            String key = random.nextInt(8) == 0 ? null : KEYS.get(random.nextInt(KEYS.size()));
            long delay = random.nextInt(3) == 0 ? random.nextInt(3000) : 0;
            NewJob job = NewJob.of(new JobId(id), Payload.binary(new byte[1]))
                    .tags(new JobTags(key, random.nextInt(4) == 0 ? List.of("l") : List.of()))
                    .priority(random.nextInt(6) == 0 ? 700 : 1024)
                    .maxAttempts(random.nextInt(4) == 0 ? 1 : 0)
                    .due(Due.after(Duration.ofMillis(delay)))
                    .onDuplicate(random.nextInt(8) == 0 ? OnDuplicate.REPLACE : OnDuplicate.KEEP);
            jobs.add(random.nextInt(5) == 0 ? job.expiry(Expiry.after(Duration.ofMillis(delay + 500))) : job);
        }
        steps.add("produce "
                + jobs.stream()
                        .map(job -> job.id() + "/" + job.tags() + "/" + job.priority() + "/" + job.onDuplicate())
                        .toList());
        List<ItemResult<Produced>> results = get(broker.produce(TUBE, jobs));
        for (int i = 0; i < jobs.size(); i++) {
            NewJob job = jobs.get(i);
            boolean isThere = results.get(i).failure() == null
                    && (results.get(i).get().created() || job.onDuplicate() == OnDuplicate.REPLACE);
            if (isThere) {
                long due = Objects.requireNonNull(results.get(i).get().dueAt()).toEpochMilli();
                place(job.id().value(), job.tags().key(), job.priority(), due);
            }
        }
    }

    private void place(String id, @Nullable String key, long priority, long due) {
        places.remove(id);
        endRest(id);
        held.remove(id);
        if (key != null) {
            places.put(id, new Place(id, key, priority, due, count++));
        }
    }

    /** Moves a job to a ms, behind those that are there. */
    private void move(String id, long due) {
        endRest(id);
        places.computeIfPresent(id, (same, place) -> place.at(due, count++));
    }

    private boolean isSpent(StoredJob job) {
        return job.maxAttempts() > 0 && job.noe() >= job.maxAttempts();
    }

    /** One that was taken before it was due is due at the deadline of its lease. */
    private void placeThoseWhoseLeasesExpired() {
        before.set("retain").forEach((id, deadline) -> {
            Place place = places.get(id);
            StoredJob job = before.jobs().get(id);
            if (place != null && job != null && deadline <= now && place.due > deadline && !isSpent(job)) {
                move(id, deadline.longValue());
            }
        });
    }

    private Stream<Place> in(StoredTube tube, String set) {
        return tube.set(set).keySet().stream().map(places::get).filter(Objects::nonNull);
    }

    private Stream<Place> waiting(StoredTube tube) {
        return places.values().stream()
                .filter(place ->
                        tube.set("delay:" + place.priority + ":" + place.key).containsKey(place.id));
    }

    private boolean isHeld(String key, StoredTube tube) {
        return tube.set("retain").entrySet().stream()
                .anyMatch(lease -> lease.getValue() > now
                        && places.containsKey(lease.getKey())
                        && places.get(lease.getKey()).key.equals(key));
    }

    /** Whether a key rests: until the delay of its job is over, or that job is no longer in its line. */
    private boolean rests(String key, StoredTube tube) {
        Rest rest = rests.get(key);
        return rest != null
                && rest.until > now
                && Stream.concat(waiting(tube), in(tube, "retain"))
                        .anyMatch(place -> place.key.equals(key) && place.id.equals(rest.id));
    }

    /** A job was kicked, changed or replaced, so its key does not rest for it. */
    private void endRest(String id) {
        rests.values().removeIf(rest -> rest.id.equals(id));
    }

    private boolean isBlocked(Place place, StoredTube tube) {
        return blocks && in(tube, "failed").anyMatch(failed -> failed.isAheadOf(place));
    }

    private StoredTube look() {
        return Objects.requireNonNull(get(store.look(false)).tubes().get(TUBE));
    }

    private List<Job> consume(int most) {
        ConsumeResult result = get(broker.consume(TUBE, most, Duration.ZERO));
        List<Place> delivered = result.jobs().stream()
                .map(job -> places.get(job.id().value()))
                .filter(Objects::nonNull)
                .toList();
        steps.add(
                "consume " + most + " -> " + result.jobs().stream().map(Job::id).toList());
        StoredTube after = look();
        Set<String> served = new HashSet<>();
        for (Place place : delivered) {
            assertThat(served.add(place.key))
                    .as("one job at a time of %s", place.key)
                    .isTrue();
            assertThat(isHeld(place.key, before))
                    .as("%s has a job under a lease", place.key)
                    .isFalse();
            assertThat(rests(place.key, after)).as("%s rests", place.key).isFalse();
            assertThat(isBlocked(place, after))
                    .as("%s passes a failed job", place)
                    .isFalse();
            assertThat(waiting(after).filter(other -> other.due <= now && other.isAheadOf(place)))
                    .as("what %s passes", place)
                    .isEmpty();
        }
        boolean isLess = result.jobs().size() < most && !Duration.ZERO.equals(result.next());
        for (String key : isLess ? KEYS : List.<String>of()) {
            Optional<Place> first = waiting(after)
                    .filter(place -> place.key.equals(key) && place.due <= now)
                    .min(Place.FIRST);
            boolean isFree = !key.equals(gatedKey) && !isHeld(key, after) && !rests(key, after);
            assertThat(first.filter(place -> isFree && !isBlocked(place, after)))
                    .as("what could be delivered")
                    .isEmpty();
        }
        result.jobs().forEach(job -> held.put(job.id().value(), job));
        return result.jobs();
    }

    private void acknowledge() {
        if (held.isEmpty()) {
            return;
        }
        List<Job> jobs = List.copyOf(held.values());
        Job job = jobs.get(random.nextInt(jobs.size()));
        JobId id = job.id();
        Duration delay = Duration.ofMillis(random.nextInt(4) == 0 ? 1 + random.nextInt(500) : 0);
        Place place = places.get(id.value());
        // What is rare by chance: a job that was taken before it was due is handed over.
        boolean isEarly = place != null && place.due > now;
        Acknowledgement ack = switch (isEarly && random.nextBoolean() ? 6 : random.nextInt(8)) {
            case 0, 1, 7 -> new Acknowledgement.Finish(id, job.requireLease());
            case 2 -> new Acknowledgement.Release(id, job.requireLease(), delay, null);
            case 3, 4 -> new Acknowledgement.Bury(id, job.requireLease(), "broken", null);
            case 5 -> new Acknowledgement.HandBack(id, job.requireLease(), delay);
            default ->
                new Acknowledgement.HandOver(id, job.requireLease(), new Checkpoint(Payload.binary(new byte[] {1})));
        };
        var failure = get(broker.acknowledge(TUBE, List.of(ack))).get(0).failure();
        steps.add(ack + " -> " + (failure == null ? "done" : failure.code()));
        held.remove(id.value());
        if (failure != null || place == null) {
            return;
        }
        if (ack instanceof Acknowledgement.HandOver && place.due > now) {
            move(id.value(), now);
        }
        StoredTube after = look();
        boolean waits = after.set("delay:" + place.priority + ":" + place.key).containsKey(id.value());
        if (waits && !delay.isZero() && !(ack instanceof Acknowledgement.HandOver)) {
            rests.put(place.key, new Rest(id.value(), now + delay.toMillis()));
        }
    }

    private void buryAtAGate() {
        GateMatch match =
                random.nextBoolean() ? GateMatch.label("l") : GateMatch.key(KEYS.get(random.nextInt(KEYS.size())));
        steps.add("gate " + match);
        get(store.gates().put(TUBE, "g", new GateRequest(match, GateMode.BURY, null, "", "ann")));
        gatedKey = match.kind() == GateMatch.Kind.KEY ? match.value() : null;
        consume(2);
        gatedKey = null;
        get(store.gates().lift(TUBE, "g"));
        get(store.tubes().expireLeases(TUBE));
    }

    /** A job can be taken if its key is free and no failed job is ahead of it. */
    private void take() {
        String id = id();
        Place place = places.get(id);
        StoredJob job = before.jobs().get(id);
        if (place == null || job == null || before.set("retain").containsKey(id)) {
            return;
        }
        boolean expires = job.expires() != null && job.expires() > 0 && job.expires() <= now;
        // Until it is noticed that a lease has expired, its job holds the key.
        boolean isFree = in(before, "retain").noneMatch(other -> other.key.equals(place.key))
                && !rests(place.key, before)
                && !isBlocked(place, before);
        var taken = get(broker.take(TUBE, new JobId(id)).handle((one, failure) -> Optional.ofNullable(one)));
        steps.add("take " + id + " -> " + taken.isPresent());
        if (!expires) {
            assertThat(taken.isPresent()).as("whether %s can be taken", place).isEqualTo(isFree);
        }
        taken.ifPresent(one -> held.put(id, one));
    }

    private void kick() {
        if (random.nextInt(3) == 0) {
            Set<String> failed = before.set("failed").keySet();
            int kicked = get(broker.kick(TUBE, 1));
            Set<String> left = look().set("failed").keySet();
            steps.add("kick " + kicked);
            failed.stream().filter(id -> !left.contains(id)).forEach(this::kicked);
            if (failed.isEmpty()) {
                movedForward();
            }
        } else {
            String id = id();
            boolean isDone = get(
                    broker.kick(TUBE, new JobId(id), Duration.ZERO).handle((one, failure) -> failure == null && one));
            steps.add("kick " + id + " -> " + isDone);
            if (isDone) {
                kicked(id);
            }
        }
    }

    private void kicked(String id) {
        Place place = places.get(id);
        endRest(id);
        if (place != null && place.due > now) {
            move(id, now);
        }
    }

    /** Without failed jobs, a kick of many takes delayed ones. */
    private void movedForward() {
        StoredTube after = look();
        waiting(before)
                .filter(place -> place.due > now)
                .filter(place -> Math.floor(after.set("delay:" + place.priority + ":" + place.key)
                                .getOrDefault(place.id, Double.MAX_VALUE))
                        <= now)
                .toList()
                .forEach(place -> move(place.id, now));
    }

    /** What is said to come next does, and what is said to wait for a failed job does. */
    private void explain() {
        String id = id();
        var found = get(broker.explain(TUBE, new JobId(id)).handle((one, failure) -> Optional.ofNullable(one)));
        steps.add("explain " + id + " -> " + found.map(one -> one.reason() + " " + one.ahead()));
        Place place = places.get(id);
        if (found.isEmpty()) {
            return;
        }
        if (place != null && found.get().reason() == ExplanationReason.KEY_BLOCKED) {
            assertThat(isBlocked(place, before))
                    .as("%s waits for a failed job", place)
                    .isTrue();
        }
        if (found.get().reason() == ExplanationReason.NEXT) {
            assertThat(consume(1))
                    .extracting(job -> job.id().value())
                    .as("what is next")
                    .containsExactly(id);
        }
    }

    private void changeDueTime() {
        String id = id();
        long delay = random.nextInt(2000);
        JobChange change = JobChange.NONE.due(Due.after(Duration.ofMillis(delay)));
        boolean isDone = get(broker.change(TUBE, new JobId(id), change).handle((one, failure) -> failure == null));
        steps.add("change " + id + " -> " + isDone);
        if (isDone) {
            move(id, now + delay);
        }
    }

    @Override
    void check() {
        Stored stored = get(store.look(false));
        assertThat(Invariants.broken(stored)).isEmpty();
        before = Objects.requireNonNull(stored.tubes().get(TUBE));
        places.keySet().retainAll(before.jobs().keySet());
    }

    /** Everything that is left is delivered and finished. */
    @Override
    void drain() {
        steps.add("drain");
        for (int round = 0; round < 200 && left() > 0; round++) {
            pass(6000);
            placeThoseWhoseLeasesExpired();
            for (String id : List.copyOf(before.set("failed").keySet())) {
                if (get(broker.kick(TUBE, new JobId(id), Duration.ZERO))) {
                    kicked(id);
                }
            }
            check();
            List<Job> jobs = consume(3);
            for (Job job : jobs) {
                get(broker.acknowledge(TUBE, List.of(new Acknowledgement.Finish(job.id(), job.requireLease()))));
                held.remove(job.id().value());
            }
            check();
        }
        assertNothingIsLeft();
    }
}
