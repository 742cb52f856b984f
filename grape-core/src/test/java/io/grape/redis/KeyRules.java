package io.grape.redis;

import static org.assertj.core.api.Assertions.assertThat;

import io.grape.core.job.Acknowledgement;
import io.grape.core.key.KeySettings;
import io.grape.redis.script.JobPlace;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * What the keys of a tube may have after each call, as docs/fairness.md says: beside the invariants, which look at
 * one moment alone.
 */
final class KeyRules {
    private static final double ROUNDING = 1e-6;

    private final List<String> keys;
    /** Until then leases may stand that an earlier setting allowed. */
    private long looseUntil = Long.MIN_VALUE;

    /** Until when a key rests for the delay of a job, by key and id; and as a worker asked, under no id. */
    private final Map<String, Map<String, Long>> rests = new HashMap<>();

    private final Map<String, List<Long>> deliveries = new HashMap<>();
    private final Set<String> delivered = new HashSet<>();
    private final Set<String> created = new HashSet<>();
    private @Nullable StoredTube before;
    private KeySettings settingsBefore = KeySettings.OFF;

    KeyRules(List<String> keys) {
        this.keys = keys;
    }

    void changed(List<String> some, long now) {
        looseUntil = now + KeySequence.TTR.toMillis();
        deliveries.keySet().removeAll(some);
    }

    void configured(KeySettings settings, long now) {
        changed(keys, now);
        if (settings.isOff()) {
            rests.clear();
        }
    }

    /** A produce was taken: of a new job, or of one in the place of another, which adds to the jobs of its key unless that counted it. */
    void taken(String id, String key) {
        StoredTube old = before;
        StoredJob was = old == null ? null : old.jobs().get(id);
        if (old == null || was == null || !key.equals(was.tags().key()) || !isCounted(old, key, id)) {
            created.add(key);
        }
    }

    private static boolean isCounted(StoredTube tube, String key, String id) {
        return counting(tube, key).anyMatch(set -> set.containsKey(id));
    }

    void delivered(String key, long now) {
        delivered.add(key);
        deliveries.computeIfAbsent(key, name -> new ArrayList<>()).add(now);
    }

    void acknowledged(String key, Acknowledgement ack, long now, KeySettings settings) {
        if (ack instanceof Acknowledgement.Touch && now <= looseUntil) {
            looseUntil = now + KeySequence.TTR.toMillis();
        }
        if (settings.isOff()) {
            return;
        }
        if (ack instanceof Acknowledgement.Release release) {
            rests(key, "", release.restKey(), now);
            rests(key, ack.id().value(), settings.ordered() ? release.delay() : null, now);
        } else if (ack instanceof Acknowledgement.HandBack handBack) {
            rests(key, ack.id().value(), settings.ordered() ? handBack.delay() : null, now);
        }
    }

    private void rests(String key, String id, @Nullable Duration time, long now) {
        if (time != null) {
            rests.computeIfAbsent(key, name -> new HashMap<>()).merge(id, now + time.toMillis(), Math::max);
        }
    }

    /** A job was kicked, so no key rests for its delay. */
    void kicked(String id) {
        rests.values().forEach(delays -> delays.remove(id));
    }

    /** A key rests no more because a worker asked for it. */
    void resumed(String key) {
        rests.getOrDefault(key, new HashMap<>()).remove("");
    }

    private long restsUntil(String key, long now) {
        return rests.getOrDefault(key, Map.of()).values().stream()
                .mapToLong(Long::longValue)
                .max()
                .orElse(now);
    }

    /** A delay ends when its job leaves its lane other than by a delivery, or gets another place there. */
    private void endDelays(StoredTube tube) {
        rests.forEach((key, delays) -> delays.keySet().removeIf(id -> !id.isEmpty() && hasEnded(tube, key, id)));
    }

    private boolean hasEnded(StoredTube tube, String key, String id) {
        Double is = placeIn(tube, key, id);
        Double was = before == null ? null : placeIn(before, key, id);
        return !isCounted(tube, key, id) || (is != null && was != null && !is.equals(was));
    }

    private static @Nullable Double placeIn(StoredTube tube, String key, String id) {
        return tube.sets().entrySet().stream()
                .filter(set -> KeyInvariants.isLaneOf(key, set.getKey()))
                .map(set -> set.getValue().get(id))
                .filter(Objects::nonNull)
                .findFirst()
                .orElse(null);
    }

    /** After a call. */
    void check(@Nullable StoredTube stored, long now, KeySettings settings) {
        StoredTube tube = Objects.requireNonNull(stored);
        endDelays(tube);
        if (!settings.isOff()) {
            keys.forEach(key -> checkKey(tube, key, now, settings));
            checkPlaces(tube, settings);
        }
        delivered.clear();
        created.clear();
        before = tube;
        settingsBefore = settings;
    }

    private void checkKey(StoredTube tube, String key, long now, KeySettings settings) {
        String[] override = tube.hashes()
                .getOrDefault("keys", Map.of())
                .getOrDefault(key, "- - - - - -")
                .split(" ", -1);
        if (now > looseUntil || delivered.contains(key)) {
            checkLeases(tube, key, now, most(override[1], settings));
        }
        if (delivered.contains(key)) {
            assertThat(override[5]).as("since when %s is paused", key).isEqualTo("-");
            assertThat(restsUntil(key, now)).as("until when %s rests", key).isLessThanOrEqualTo(now);
            boolean isOwn = !override[2].equals("-");
            Double perSecond = isOwn ? Double.valueOf(override[2]) : settings.perSecond();
            checkPace(key, perSecond, isOwn ? Integer.parseInt(override[3]) : 1);
        }
        if (created.contains(key) && !override[4].equals("-")) {
            assertThat(waitingAndHeld(tube, key))
                    .as("jobs of %s", key)
                    .isLessThanOrEqualTo(Long.parseLong(override[4]));
        }
    }

    private static @Nullable Integer most(String own, KeySettings settings) {
        return settings.ordered() || own.equals("-") ? settings.concurrency() : Integer.valueOf(own);
    }

    /** Leases that stand. */
    private static void checkLeases(StoredTube tube, String key, long now, @Nullable Integer most) {
        long leases = tube.set(JobPlace.RETAINED.set()).entrySet().stream()
                .filter(job -> job.getValue() > now && key.equals(key(tube, job.getKey())))
                .count();
        assertThat(leases).as("leases of %s", key).isLessThanOrEqualTo(most == null ? Integer.MAX_VALUE : most);
    }

    private static @Nullable String key(StoredTube tube, String id) {
        StoredJob job = tube.jobs().get(id);
        return job == null ? null : job.tags().key();
    }

    /** In the time since any earlier delivery there were a burst and what the rate allows. The tube's burst is one. */
    private void checkPace(String key, @Nullable Double perSecond, int burst) {
        double each = perSecond == null ? 0 : 1000 / perSecond;
        List<Long> times = deliveries.getOrDefault(key, List.of());
        for (int i = burst; i < times.size(); i++) {
            assertThat((double) times.get(times.size() - 1) - times.get(times.size() - 1 - i))
                    .as("ms in which %s had %d deliveries, of %s a second and %d at once", key, i + 1, perSecond, burst)
                    .isGreaterThanOrEqualTo((i + 1 - burst) * each - ROUNDING);
        }
    }

    private static long waitingAndHeld(StoredTube tube, String key) {
        return counting(tube, key).mapToLong(Map::size).sum();
    }

    private static Stream<Map<String, Double>> counting(StoredTube tube, String key) {
        return tube.sets().entrySet().stream()
                .filter(set -> set.getKey().equals("held:" + key) || KeyInvariants.isLaneOf(key, set.getKey()))
                .map(Map.Entry::getValue);
    }

    /** Where keys keep their order, a job that comes back from its lease has the place that it had. */
    private void checkPlaces(StoredTube tube, KeySettings settings) {
        StoredTube old = before;
        if (old == null || !settings.ordered() || !settingsBefore.ordered()) {
            return;
        }
        old.set(JobPlace.RETAINED.set()).keySet().forEach(id -> {
            StoredJob was = old.jobs().get(id);
            StoredJob is = tube.jobs().get(id);
            if (was == null || is == null || was.tags().key() == null || was.failure() != null || is.noe() == 0) {
                return;
            }
            Double place = tube.set(StoredTube.set(
                            JobPlace.WAITING, is.priority(), is.tags().key()))
                    .get(id);
            if (place != null && was.createdMillis() == is.createdMillis()) {
                assertThat(place).as("place of %s", id).isEqualTo(was.handedOutScore());
            }
        });
    }
}
