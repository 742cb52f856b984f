package io.grape.server.beanstalkd;

import java.util.Map;
import java.util.Set;
import java.util.StringJoiner;
import java.util.TreeMap;

/** Compares responses of both servers, up to what is no difference. */
final class FuzzResponses {
    /** Of a process, a machine, a moment or a release; or of others on the machine that try a port which was somebody else's. */
    private static final Set<String> MASKED = Set.of(
            "total-connections",
            "id",
            "age",
            "pid",
            "version",
            "rusage-utime",
            "rusage-stime",
            "uptime",
            "binlog-max-size",
            "hostname",
            "os",
            "platform");

    private static final Set<String> CLOSE = Set.of("time-left", "pause-time-left");

    private final FuzzJobs jobs;
    /** So many more releases the original was sent. */
    private long moreReleases;

    FuzzResponses(FuzzJobs jobs) {
        this.jobs = jobs;
    }

    void released() {
        moreReleases++;
    }

    boolean areEqual(String command, FuzzPair.Two two) {
        String theirs = two.theirs();
        String ours = two.ours();
        if (theirs.startsWith("OK ") && ours.startsWith("OK ")) {
            return areAlike(expected(command, theirs), yaml(ours));
        }
        if (isOfJob(theirs) && isOfJob(ours)) {
            return jobs.ofTheirs(id(theirs)) == jobs.ofOurs(id(ours))
                    && withoutId(theirs).equals(withoutId(ours));
        }
        return theirs.equals(ours) && !theirs.startsWith(FuzzPair.NONE);
    }

    static boolean isOfJob(String response) {
        return response.startsWith("RESERVED ") || response.startsWith("FOUND ");
    }

    static String id(String response) {
        return response.split(" ", -1)[1];
    }

    private static String withoutId(String response) {
        return response.replaceFirst(" [0-9]+", "");
    }

    /** Theirs as it would be without what only they were sent. */
    private Map<String, String> expected(String command, String theirs) {
        Map<String, String> fields = yaml(theirs);
        if (command.equals("stats")) {
            subtract(fields, "cmd-release", moreReleases);
        }
        if (command.startsWith("stats-job ")) {
            FuzzJob job = jobs.named(command);
            subtract(fields, "reserves", job.moreReleases);
            subtract(fields, "releases", job.moreReleases);
            if (job.hasOtherDelay) {
                fields.put("delay", "any");
            }
        }
        return fields;
    }

    private static void subtract(Map<String, String> fields, String field, long count) {
        fields.computeIfPresent(field, (name, value) -> Long.toString(Long.parseLong(value) - count));
    }

    /** What is unlike in two responses, where both are in YAML. */
    String unlike(String command, FuzzPair.Two two) {
        Map<String, String> theirs = expected(command, two.theirs());
        Map<String, String> ours = yaml(two.ours());
        StringJoiner all = new StringJoiner(", ");
        theirs.forEach((name, value) -> {
            if (!isAlike(name, value, ours)) {
                all.add(name + ": " + value + " and " + ours.get(name));
            }
        });
        return all.toString();
    }

    private static boolean areAlike(Map<String, String> theirs, Map<String, String> ours) {
        if (!theirs.keySet().equals(ours.keySet())) {
            return false;
        }
        return theirs.entrySet().stream().allMatch(field -> isAlike(field.getKey(), field.getValue(), ours));
    }

    private static boolean isAlike(String name, String theirs, Map<String, String> all) {
        String ours = all.getOrDefault(name, "");
        if (MASKED.contains(name) || theirs.equals("any")) {
            return true;
        }
        if (CLOSE.contains(name)) {
            return Math.abs(Long.parseLong(theirs) - Long.parseLong(ours)) <= 1;
        }
        return theirs.equals(ours);
    }

    /** The fields of a map, or the entries of a list, in the order of the alphabet. */
    static Map<String, String> yaml(String response) {
        Map<String, String> fields = new TreeMap<>();
        response.lines().skip(1).forEach(line -> {
            int colon = line.indexOf(": ");
            if (colon < 0) {
                fields.put(line, "");
            } else {
                fields.put(line.substring(0, colon), line.substring(colon + 2).replace("\"", ""));
            }
        });
        return fields;
    }
}
