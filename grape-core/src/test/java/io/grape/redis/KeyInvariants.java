package io.grape.redis;

import io.grape.core.Limits;
import java.math.BigDecimal;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Pattern;

/** What must hold of the keys of a tube. */
final class KeyInvariants {
    private static final String WAITING = "delay:";
    private static final String HELD = "held:";
    private static final String TURN = "turn:";
    private static final String BLOCKERS = "blockers";

    private final StoredTube tube;
    private final List<String> broken;

    private KeyInvariants(StoredTube tube, List<String> broken) {
        this.tube = tube;
        this.broken = broken;
    }

    static void check(StoredTube tube, List<String> broken) {
        KeyInvariants keys = new KeyInvariants(tube, broken);
        tube.sets().forEach((set, members) -> {
            if (isLane(set)) {
                keys.checkLane(set.substring(WAITING.length()), members);
            } else if (set.startsWith(HELD)) {
                keys.checkHeld(set.substring(HELD.length()), members);
            } else if (set.startsWith(TURN)) {
                keys.checkTurn(set.substring(TURN.length()), members);
            }
        });
        keys.checkIndexes();
        keys.checkBlockers();
        keys.checkLeases();
    }

    static boolean isLane(String set) {
        return set.startsWith(WAITING) && set.indexOf(':', WAITING.length()) > 0;
    }

    static boolean isLaneOf(String key, String set) {
        return isLane(set)
                && set.substring(set.indexOf(':', WAITING.length()) + 1).equals(key);
    }

    /** A lane that waits for no time waits for its turn, or for a person. */
    private void checkLane(String name, Map<String, Double> members) {
        int colon = name.indexOf(':');
        String priority = name.substring(0, colon);
        String key = name.substring(colon + 1);
        double size = tube.set("lanes").getOrDefault(name, 0.0);
        if (size != members.size()) {
            broken.add("lane " + name + " has " + members.size() + " jobs and is listed with " + size);
        }
        if (!priority.equals(Long.toString(Limits.DEFAULT_PRIORITY))
                && !tube.hashes().getOrDefault("prios:" + key, Map.of()).containsKey(priority)) {
            broken.add("key " + key + " does not know of its priority " + priority);
        }
        boolean waits = tube.set("coming").containsKey(name)
                || tube.set(TURN + priority).containsKey(key);
        boolean isHeldBack = isHeldBack(key) || isBlocked(key, Long.parseLong(priority), members);
        if (!waits && !isHeldBack && !tube.fields().containsKey("sweep")) {
            broken.add("lane " + name + " has jobs and never gets its turn");
        }
    }

    private boolean isHeldBack(String key) {
        String override = tube.hashes().getOrDefault("keys", Map.of()).getOrDefault(key, "-");
        return !override.endsWith("-")
                || tube.hashes().getOrDefault("gates", Map.of()).values().stream()
                        .anyMatch(gate ->
                                gate.matches("(?s)active (hold|drop|bury) key .* " + Pattern.quote(key) + "\n.*"));
    }

    /** Whether the first job of a lane is behind a failed one of its key. */
    private boolean isBlocked(String key, long priority, Map<String, Double> members) {
        double first =
                members.values().stream().mapToDouble(Double::doubleValue).min().orElse(0);
        String own = blocker(key, priority, first);
        return tube.set(BLOCKERS).keySet().stream()
                .anyMatch(failed -> failed.startsWith(key + "\0") && failed.compareTo(own) < 0);
    }

    private static String blocker(String key, long priority, double place) {
        return String.format(Locale.ROOT, "%s\0%010d %021.5f ", key, priority, new BigDecimal(place));
    }

    /** What others wait for has failed, and is where it comes back when it is kicked. */
    private void checkBlockers() {
        tube.set(BLOCKERS).keySet().forEach(failed -> {
            String id = failed.substring(failed.lastIndexOf(' ') + 1);
            StoredJob job = tube.jobs().get(id);
            if (job == null || !tube.set("failed").containsKey(id)) {
                broken.add("jobs wait for " + id + ", which has not failed");
                return;
            }
            double place = job.handedOutScore() == null ? 1 : job.handedOutScore();
            String expected = blocker(String.valueOf(job.tags().key()), job.priority(), place) + id;
            if (!failed.equals(expected)) {
                broken.add("jobs wait for " + id + " as " + failed + ", not as " + expected);
            }
        });
    }

    /** A lease of a job with a key is one of the key's. */
    private void checkLeases() {
        String keys = tube.fields().getOrDefault("keys", "off");
        if (keys.equals("off") || tube.fields().containsKey("uncounted")) {
            return;
        }
        tube.set("retain").keySet().forEach(id -> {
            StoredJob job = tube.jobs().get(id);
            String key = job == null ? null : job.tags().key();
            if (key != null && !tube.set(HELD + key).containsKey(id)) {
                broken.add("the lease of " + id + " is none of key " + key);
            }
        });
    }

    private void checkHeld(String key, Map<String, Double> members) {
        double size = tube.set("holders").getOrDefault(key, 0.0);
        if (size != members.size()) {
            broken.add("key " + key + " has " + members.size() + " leases and is listed with " + size);
        }
        members.forEach((id, deadline) -> {
            if (!deadline.equals(tube.set("retain").get(id))) {
                broken.add("key " + key + " holds " + id + ", which is not retained until then");
            }
        });
    }

    private void checkTurn(String priority, Map<String, Double> members) {
        boolean isDefault = priority.equals(Long.toString(Limits.DEFAULT_PRIORITY));
        boolean hasLanes = members.keySet().stream()
                .map(key -> priority + ":" + key)
                .anyMatch(name -> tube.sets().containsKey(WAITING + name)
                        && !tube.set("coming").containsKey(name));
        if (!isDefault && hasLanes && !tube.set("urgent").containsKey(priority)) {
            broken.add("lanes of priority " + priority + " have their turn, and it is not urgent");
        }
    }

    private void checkIndexes() {
        tube.set("lanes").keySet().stream()
                .filter(name -> !tube.sets().containsKey(WAITING + name))
                .forEach(name -> broken.add("lane " + name + " is listed and empty"));
        tube.set("holders").keySet().stream()
                .filter(key -> !tube.sets().containsKey(HELD + key))
                .forEach(key -> broken.add("key " + key + " is listed as a holder and holds nothing"));
        tube.hashes().getOrDefault("weights", Map.of()).keySet().stream()
                .filter(key -> !hasJobs(key))
                .forEach(key -> broken.add("key " + key + " has no jobs, and a weight of a produce"));
        boolean isUsed = !tube.set("lanes").isEmpty() || !tube.set("holders").isEmpty();
        if (isUsed && !tube.fields().containsKey("keys")) {
            broken.add("uses keys and does not say so");
        }
    }

    private boolean hasJobs(String key) {
        return tube.sets().keySet().stream().anyMatch(set -> set.equals(HELD + key) || isLaneOf(key, set));
    }
}
