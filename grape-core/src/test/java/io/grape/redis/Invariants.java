package io.grape.redis;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.grape.core.TubeName;
import io.grape.redis.connection.RedisClientHandle;
import io.grape.redis.script.JobPlace;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/**
 * What holds in Redis after every script, whatever was done: each job is in exactly one set and each member of a set is a job,
 * leases are given once and none is above the tube's last, the totals add up, no priority is forgotten, and there is no key
 * that nobody knows.
 */
public final class Invariants {
    private static final Duration TIMEOUT = Duration.ofSeconds(60);
    private static final String DEFAULT_PRIORITY = "1024";
    /** Sets of remembered ids of all windows together, and some that have ended. */
    private static final int MAX_SEEN_SETS = 200;

    /** Totals of jobs that are no more. */
    private static final List<String> ENDS =
            List.of("finished", "deleted", "discarded", "dropped", "expiredUnstarted", "moved", "lost");

    private Invariants() {}

    /** Reads a namespace, in which nothing may happen meanwhile, and throws an {@link AssertionError} that names all that is wrong. */
    public static void check(String uri, String namespace) {
        try (RedisClientHandle client = RedisClientHandle.connect(uri, TIMEOUT)) {
            List<String> broken =
                    broken(Stored.read(client.links().route(new byte[0]).join(), namespace));
            if (!broken.isEmpty()) {
                throw new AssertionError(
                        "invariants broken in namespace " + namespace + ":\n  " + String.join("\n  ", broken));
            }
        }
    }

    /** What is wrong, nothing when all holds. */
    public static List<String> broken(Stored stored) {
        List<String> broken = new ArrayList<>();
        stored.strangeKeys().forEach(key -> broken.add("a key that nobody knows: " + key));
        stored.tubes().forEach((name, tube) -> {
            List<String> ofTube = new ArrayList<>();
            checkKeys(tube, ofTube);
            checkRegistry(stored, name, tube, ofTube);
            checkPlaces(tube, ofTube);
            checkLeases(tube, ofTube);
            checkTotals(tube, ofTube);
            checkPriorities(tube, ofTube);
            checkGates(tube, ofTube);
            checkSeen(tube, ofTube);
            checkKept(tube, ofTube);
            checkTemplates(tube, ofTube);
            checkExpiry(tube, ofTube);
            checkSuccessors(tube, ofTube);
            KeyInvariants.check(tube, ofTube);
            ofTube.forEach(text -> broken.add("tube " + name + ": " + text));
        });
        return broken;
    }

    private static void checkTemplates(StoredTube tube, List<String> broken) {
        if (tube.number("templateBytes") != tube.templateBytes()
                && !tube.fields().containsKey("deleting")) {
            broken.add("says that its schedules hold " + tube.number("templateBytes") + " bytes, and they hold "
                    + tube.templateBytes());
        }
    }

    private static void checkKeys(StoredTube tube, List<String> broken) {
        tube.strangeKeys().forEach(key -> broken.add("a key that is not one of a tube's: " + key));
        tube.jobs().forEach((id, job) -> {
            if (!job.strangeFields().isEmpty()) {
                broken.add("job " + id + " has fields that no job has: " + job.strangeFields());
            }
        });
        if (!tube.exists() && !(tube.sets().isEmpty() && tube.jobs().isEmpty())) {
            broken.add("has keys and does not exist");
        }
    }

    private static void checkRegistry(Stored stored, TubeName name, StoredTube tube, List<String> broken) {
        boolean deleting = tube.fields().containsKey("deleting");
        if (tube.exists() && !deleting && !stored.registered().contains(name.value())) {
            broken.add("exists and is not in the registry");
        }
    }

    private static void checkPlaces(StoredTube tube, List<String> broken) {
        Map<String, Map<String, Double>> jobSets = tube.jobSets();
        tube.jobs().forEach((id, job) -> {
            List<String> sets = jobSets.entrySet().stream()
                    .filter(set -> set.getValue().containsKey(id))
                    .map(Map.Entry::getKey)
                    .toList();
            if (sets.size() != 1) {
                broken.add("job " + id + " is in " + sets + " instead of one set");
            } else {
                checkPlace(tube, id, job, sets.get(0), broken);
            }
        });
        tube.jobSets()
                .forEach((set, members) -> members.keySet().stream()
                        .filter(id -> !tube.jobs().containsKey(id))
                        .forEach(id -> broken.add(set + " holds " + id + ", which is no job")));
    }

    private static void checkPlace(StoredTube tube, String id, StoredJob job, String set, List<String> broken) {
        JobPlace place = JobPlace.of(set).orElseThrow();
        if (!place.isByGate()
                && !set.equals(StoredTube.set(place, job.priority()))
                && !set.equals(StoredTube.set(place, job.priority(), job.tags().key()))) {
            broken.add("job " + id + " of priority " + job.priority() + " is in " + set);
        }
        switch (place) {
            case RETAINED -> {
                if (job.lease() == null || job.handedOutScore() == null || job.noe() < 1) {
                    broken.add("retained job " + id + " lacks its lease, its old score or its execution");
                }
            }
            case FAILED -> {
                if (job.reason() == null) {
                    broken.add("failed job " + id + " has no reason");
                }
            }
            case GATED -> {
                if (!set.equals("gated:" + job.gate())
                        || !tube.hashes().getOrDefault("gates", Map.of()).containsKey(job.gate())) {
                    broken.add("job " + id + " of gate " + job.gate() + " is in " + set);
                }
            }
            case WAITING -> {
                if (job.gate() != null) {
                    broken.add("job " + id + " waits, and says that gate " + job.gate() + " holds it");
                }
            }
            case MISSING -> broken.add("job " + id + " is missing and live");
        }
    }

    private static void checkLeases(StoredTube tube, List<String> broken) {
        Set<Long> leases = new HashSet<>();
        tube.jobs().forEach((id, job) -> {
            Long lease = job.lease();
            if (lease == null) {
                return;
            }
            if (!leases.add(lease)) {
                broken.add("lease " + lease + " of job " + id + " is another's too");
            }
            if (lease < 1 || lease > tube.number("lease")) {
                broken.add("lease " + lease + " of job " + id + " is above the tube's last " + tube.number("lease"));
            }
        });
    }

    private static void checkTotals(StoredTube tube, List<String> broken) {
        long gone = ENDS.stream().mapToLong(tube::number).sum();
        long apart = 0;
        for (JobPlace place : JobPlace.values()) {
            if (place.isApart()) {
                long members = tube.set(place.set()).size();
                apart += members;
                if (tube.number(place.set()) != members) {
                    broken.add(
                            "says that " + tube.number(place.set()) + " are " + place.set() + ", and keeps " + members);
                }
            }
        }
        if (!tube.fields().containsKey("deleting")
                && tube.number("produced") != tube.jobs().size() + gone + apart) {
            broken.add("produced " + tube.number("produced") + ", but "
                    + tube.jobs().size() + " live, " + apart + " missing and " + gone
                    + " that are gone");
        }
    }

    private static void checkGates(StoredTube tube, List<String> broken) {
        int gates = tube.hashes().getOrDefault("gates", Map.of()).size();
        if (tube.number("gates") != gates && !tube.fields().containsKey("deleting")) {
            broken.add("says that it has " + tube.number("gates") + " gates, and has " + gates);
        }
    }

    /** Each set of remembered ids is listed by when it ends, and none of them without saying so. */
    private static void checkSeen(StoredTube tube, List<String> broken) {
        Map<Long, Double> listed = new TreeMap<>();
        tube.set("seen").forEach((name, score) -> listed.put(Long.valueOf(name), score));
        if (!listed.keySet().equals(tube.seen().keySet())) {
            broken.add("lists ids until " + listed.keySet() + ", and has some until "
                    + tube.seen().keySet());
        }
        if (listed.size() > MAX_SEEN_SETS) {
            broken.add("has " + listed.size() + " sets of ids");
        }
        listed.forEach((name, score) -> {
            if (score.longValue() != name) {
                broken.add("ids until " + name + " are listed as until " + score);
            }
        });
        boolean saysSo = tube.fields().containsKey("window");
        if (!saysSo && !(listed.isEmpty() && tube.jobs().values().stream().allMatch(job -> job.window() == null))) {
            broken.add("remembers ids and does not say so");
        }
    }

    /** Each finished job that is kept is listed by when it finished, is not live, and its bytes are counted. */
    private static void checkKept(StoredTube tube, List<String> broken) {
        Map<String, Double> listed = tube.set("done");
        if (!listed.keySet().equals(tube.kept().keySet())) {
            broken.add("lists " + listed.keySet() + " as finished, and keeps "
                    + tube.kept().keySet());
        }
        tube.kept().forEach((id, kept) -> {
            if (tube.jobs().containsKey(id)) {
                broken.add("job " + id + " is live, and kept as finished");
            }
            if (kept.finishedAt() != listed.getOrDefault(id, -1.0).longValue()) {
                broken.add("job " + id + " finished at " + kept.finishedAt() + ", and is listed at " + listed.get(id));
            }
            if (kept.bytes() != kept.counted() + id.getBytes(UTF_8).length
                    || !kept.strangeFields().isEmpty()) {
                broken.add("job " + id + " is kept as " + kept);
            }
        });
        long bytes = tube.kept().values().stream().mapToLong(KeptJob::bytes).sum();
        if (tube.number("keptBytes") != bytes && !tube.fields().containsKey("deleting")) {
            broken.add("says that " + tube.number("keptBytes") + " bytes are kept, and keeps " + bytes);
        }
        if (!listed.isEmpty()
                && !tube.fields().containsKey("keepMs")
                && !tube.fields().containsKey("deleting")) {
            broken.add("keeps finished jobs and does not say so");
        }
    }

    /** Each job that may expire is listed by when, and no other. None of them is held or failed. */
    private static void checkExpiry(StoredTube tube, List<String> broken) {
        Map<String, Double> expected = new TreeMap<>();
        tube.jobs().forEach((id, job) -> {
            if (job.expires() != null && job.expires() > 0) {
                expected.put(id, (double) job.expires());
                if (tube.set("retain").containsKey(id) || tube.set("failed").containsKey(id)) {
                    broken.add("job " + id + " was begun or failed, and may expire");
                }
            }
        });
        if (!expected.equals(new TreeMap<>(tube.set("expiry")))) {
            broken.add("has jobs that may expire: " + expected + ", and lists " + tube.set("expiry"));
        }
        if (!expected.isEmpty() && !tube.fields().containsKey("expiry")) {
            broken.add("has jobs that may expire and does not say so");
        }
    }

    /** Only what is retained has a successor, and no tube has one without saying so. */
    private static void checkSuccessors(StoredTube tube, List<String> broken) {
        tube.jobs().forEach((id, job) -> {
            if (job.successor() == null) {
                return;
            }
            if (!tube.set("retain").containsKey(id)) {
                broken.add("job " + id + " has a successor and is not retained");
            }
            if (!tube.fields().containsKey("successors")) {
                broken.add("job " + id + " has a successor, and the tube does not say so");
            }
        });
    }

    /** Every priority with jobs is urgent, or coming no later than its first job is due. */
    private static void checkPriorities(StoredTube tube, List<String> broken) {
        Map<String, Double> coming = tube.set("coming");
        Map<String, Double> urgent = tube.set("urgent");
        tube.jobSets().forEach((set, members) -> {
            if (set.startsWith("delay:") && !KeyInvariants.isLane(set)) {
                String name = set.substring("delay:".length());
                double first = members.values().iterator().next();
                double known = coming.getOrDefault(name, Double.POSITIVE_INFINITY);
                if (known > first && !urgent.containsKey(name)) {
                    broken.add("priority " + name + " has its first job at " + first + " and is coming at " + known);
                }
            }
        });
        urgent.forEach((name, score) -> {
            if (score != Double.parseDouble(name) || name.equals(DEFAULT_PRIORITY)) {
                broken.add("urgent holds " + name + " with score " + score);
            }
        });
        if (!(urgent.isEmpty() && coming.isEmpty()) && !tube.fields().containsKey("priorities")) {
            broken.add("uses priorities and does not say so");
        }
    }
}
