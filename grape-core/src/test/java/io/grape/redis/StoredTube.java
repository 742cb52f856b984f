package io.grape.redis;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.grape.core.Limits;
import io.grape.redis.script.JobPlace;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * One tube, as it lies in Redis.
 *
 * @param fields of the tube's own hash
 * @param sets members and scores by the end of the key: {@code delay}, {@code delay:7}, {@code retain} …
 * @param jobs by id
 * @param kept what is kept of finished jobs, by id
 * @param hashes fields and values by the end of the key: {@code keys}, {@code gates}, {@code weights}
 * @param strangeKeys what is not a key of a tube, or has a TTL or a type that it should not have
 */
public record StoredTube(
        Map<String, String> fields,
        Map<String, Map<String, Double>> sets,
        Map<String, StoredJob> jobs,
        Map<String, KeptJob> kept,
        Map<String, Map<String, String>> hashes,
        List<String> strangeKeys) {
    /** What happened lately, which alone goes by itself. */
    private static final String SAMPLES = "samples";
    /** Which jobs were taken over from another store. */
    private static final String ADOPTED = "adopted";

    /** The sets of ids that are remembered, by the ms when they end. */
    private static final String SEEN = "seen";

    /** The jobs that finished and are kept, by the ms when they did. */
    private static final String DONE = "done";

    private static final String SCHEDULE = "s:";

    private static final Pattern IDS = Pattern.compile(SEEN + ":[0-9]+");

    private static final Set<String> INDEXES = Set.of(
            "coming", "urgent", "lanes", "holders", "rest", "pace", "blockers", SEEN, "schedules", "expiry", DONE);
    /** What a tube has for each of its keys and priorities, and the occurrences of a schedule that wait for another one. */
    private static final Pattern OF_KEYS = Pattern.compile("(turn|owed|held|w):.*");

    private static final Pattern PRIORITIES_OF_KEYS = Pattern.compile("prios:.*");
    private static final Set<String> HASHES = Set.of("keys", "gates", "weights", "resting");

    static StoredTube empty() {
        return new StoredTube(
                new TreeMap<>(), new TreeMap<>(), new TreeMap<>(), new TreeMap<>(), new TreeMap<>(), new ArrayList<>());
    }

    void add(String end, StoredKey key) {
        if (end.equals("tube")) {
            key.fields().forEach((field, value) -> fields.put(field, new String(value, UTF_8)));
        } else if (end.startsWith("j:")) {
            jobs.put(end.substring(2), StoredJob.read(key));
        } else if (end.startsWith("f:")) {
            kept.put(end.substring(2), KeptJob.read(key));
        } else if (INDEXES.contains(end)
                || OF_KEYS.matcher(end).matches()
                || JobPlace.of(end).isPresent()) {
            sets.put(end, key.scores());
        } else if (HASHES.contains(end) || end.startsWith(SCHEDULE)) {
            Map<String, String> hash = new TreeMap<>();
            key.fields().forEach((field, value) -> hash.put(field, new String(value, UTF_8)));
            hashes.put(end, hash);
        } else if (PRIORITIES_OF_KEYS.matcher(end).matches() || IDS.matcher(end).matches()) {
            hashes.put(end, key.texts().stream().collect(Collectors.toMap(text -> text, text -> "")));
        } else if (!end.equals("tube:clock") && !end.equals(SAMPLES) && !end.equals(ADOPTED)) {
            strangeKeys.add(key.name());
        }
        if (key.ttlMillis() >= 0 && !end.equals(SAMPLES)) {
            strangeKeys.add(key.name() + " has a TTL of " + key.ttlMillis() + " ms");
        }
    }

    /** The ids that are remembered, by the ms until which they are. */
    public Map<Long, Set<String>> seen() {
        Map<Long, Set<String>> seen = new TreeMap<>();
        hashes.forEach((end, ids) -> {
            if (IDS.matcher(end).matches()) {
                seen.put(Long.valueOf(end.substring(SEEN.length() + 1)), ids.keySet());
            }
        });
        return seen;
    }

    /** The bytes that its schedules hold. */
    public long templateBytes() {
        return hashes.entrySet().stream()
                .filter(hash -> hash.getKey().startsWith(SCHEDULE))
                .mapToLong(hash -> Long.parseLong(hash.getValue().getOrDefault("bytes", "0")))
                .sum();
    }

    public boolean exists() {
        return !fields.isEmpty();
    }

    /** Members and scores of a set, none where there is no such set. */
    public Map<String, Double> set(String end) {
        return sets.getOrDefault(end, Map.of());
    }

    public long number(String field) {
        return Long.parseLong(fields.getOrDefault(field, "0"));
    }

    /** The sets in which a job of the tube can be: all but the two indexes, and what is missing. */
    public Map<String, Map<String, Double>> jobSets() {
        Map<String, Map<String, Double>> found = new TreeMap<>(sets);
        found.keySet()
                .removeIf(end ->
                        JobPlace.of(end).filter(JobPlace.live()::contains).isEmpty());
        return found;
    }

    /** The end of the key of the set that a job of a priority has in a place. */
    public static String set(JobPlace place, long priority) {
        return place.isByPriority() && priority != Limits.DEFAULT_PRIORITY ? place.set() + ":" + priority : place.set();
    }

    /** The same of a job with a key, in a tube whose keys are on. */
    public static String set(JobPlace place, long priority, @Nullable String key) {
        return place.isByPriority() && key != null ? place.set() + ":" + priority + ":" + key : set(place, priority);
    }
}
