package io.grape.redis;

import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What keys of a tube were given, beside what docs/fairness.md promises them. */
final class FairShares {
    private static final double ROUNDING = 1e-6;
    /** Runs of each of two keys by which their shares of the time may differ: the mean moves meanwhile. */
    private static final int RUNS_APART = 3;

    private final List<String> keys;
    private final List<Double> weights;
    private final int[] waiting;
    private final int[] given;
    /** Of two keys: least and most of what the one was ahead of the other, since both have jobs. */
    private final double[][] least;

    private final double[][] most;
    /** What each other key was given since a key has jobs, until its first. */
    private final Map<Integer, int[]> before = new HashMap<>();

    private @Nullable String wrong;

    FairShares(List<String> keys, List<Double> weights) {
        this.keys = keys;
        this.weights = weights;
        int size = keys.size();
        waiting = new int[size];
        given = new int[size];
        least = new double[size][size];
        most = new double[size][size];
    }

    @Nullable
    String wrong() {
        return wrong;
    }

    private double ahead(int one, int other) {
        return given[one] / weights.get(one) - given[other] / weights.get(other);
    }

    void produced(int key, int count) {
        if (waiting[key] == 0) {
            beginAnew(key);
            before.put(key, new int[keys.size()]);
        }
        waiting[key] += count;
    }

    private void beginAnew(int key) {
        for (int other = 0; other < keys.size(); other++) {
            least[key][other] = most[key][other] = ahead(key, other);
            least[other][key] = most[other][key] = ahead(other, key);
        }
    }

    /** The weight of a key has changed: what it was given until then says nothing of its share. */
    void weighed(int key) {
        beginAnew(key);
        before.clear();
    }

    void delivered(int key) {
        given[key]++;
        for (int other = 0; other < keys.size(); other++) {
            if (other != key && waiting[other] > 0) {
                compare(key, other);
                countBefore(other, key);
            }
        }
        before.remove(key);
        waiting[key]--;
        if (waiting[key] < 0) {
            wrong = "a job that there is not, of " + keys.get(key);
        }
    }

    private void compare(int key, int other) {
        double ahead = ahead(key, other);
        least[key][other] = Math.min(least[key][other], ahead);
        most[key][other] = Math.max(most[key][other], ahead);
        least[other][key] = -most[key][other];
        most[other][key] = -least[key][other];
        double apart = most[key][other] - least[key][other];
        double allowed = 1 / weights.get(key) + 1 / weights.get(other);
        if (apart > allowed + ROUNDING) {
            wrong = "%s and %s, of the weights %s and %s, are %s apart, more than %s"
                    .formatted(keys.get(key), keys.get(other), weights.get(key), weights.get(other), apart, allowed);
        }
    }

    private void countBefore(int quiet, int other) {
        int[] count = before.get(quiet);
        if (count == null) {
            return;
        }
        count[other]++;
        double round = Math.ceil(weights.get(other) / weights.get(quiet));
        if (count[other] > round) {
            wrong = String.format(
                    Locale.ROOT,
                    "%s, of weight %s, waited for its first job behind %d of %s, of weight %s",
                    keys.get(quiet),
                    weights.get(quiet),
                    count[other],
                    keys.get(other),
                    weights.get(other));
        }
    }

    /** A consume of most jobs brought some, and then so many are left. */
    void consumed(int mostJobs, int jobs) {
        if (jobs < mostJobs && Arrays.stream(waiting).sum() > 0) {
            wrong = String.format(Locale.ROOT, "jobs wait, and a consume of %d brought %d", mostJobs, jobs);
        }
    }

    /** Beside a key that always has jobs, none has more time than its share. */
    static @Nullable String wrongTime(
            List<String> keys, List<Double> weights, double[] used, long[] takes, boolean[] isBusy) {
        for (int busy = 0; busy < used.length; busy++) {
            for (int key = 0; key < used.length; key++) {
                double allowed = RUNS_APART * (takes[key] / weights.get(key) + takes[busy] / weights.get(busy));
                if (isBusy[busy] && used[key] > used[busy] + allowed) {
                    return "%s has used %s and %s %s, with at most %s between them"
                            .formatted(keys.get(key), used[key], keys.get(busy), used[busy], allowed);
                }
            }
        }
        return null;
    }
}
