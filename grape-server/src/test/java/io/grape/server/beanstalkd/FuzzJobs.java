package io.grape.server.beanstalkd;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** All jobs of a round, by the order of their puts. A command names the third one as {@code {2}}. */
final class FuzzJobs {
    private static final Pattern NAMED = Pattern.compile("\\{([0-9]+)}");

    private final List<FuzzJob> all = new ArrayList<>();
    private final Map<Long, FuzzJob> byTheirs = new HashMap<>();
    private final Map<Long, FuzzJob> byOurs = new HashMap<>();

    FuzzJob add(long theirs, long ours, long ttr) {
        FuzzJob job = new FuzzJob(all.size(), theirs, ours, ttr);
        all.add(job);
        byTheirs.put(theirs, job);
        byOurs.put(ours, job);
        return job;
    }

    FuzzJob ofTheirs(String id) {
        return known(byTheirs.get(Long.parseLong(id)), id);
    }

    FuzzJob ofOurs(String id) {
        return known(byOurs.get(Long.parseLong(id)), id);
    }

    private static FuzzJob known(@Nullable FuzzJob job, String id) {
        if (job == null) {
            throw new AssertionError("nobody put job " + id);
        }
        return job;
    }

    List<FuzzJob> left(Predicate<FuzzJob> which) {
        return all.stream().filter(job -> !job.isDeleted).filter(which).toList();
    }

    /** The job that a command names. */
    FuzzJob named(String command) {
        return all.get(NAMED.matcher(command)
                .results()
                .mapToInt(FuzzJobs::index)
                .findFirst()
                .orElseThrow());
    }

    private static int index(MatchResult found) {
        return Integer.parseInt(found.group(1));
    }

    String forTheirs(String command) {
        return NAMED.matcher(command).replaceAll(found -> Long.toString(all.get(index(found)).theirs));
    }

    String forOurs(String command) {
        return NAMED.matcher(command).replaceAll(found -> Long.toString(all.get(index(found)).ours));
    }
}
