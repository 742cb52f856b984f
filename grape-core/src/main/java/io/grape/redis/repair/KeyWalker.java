package io.grape.redis.repair;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import io.grape.core.Inconsistency;
import io.grape.core.TubeName;
import io.grape.core.broker.Repair;
import io.grape.core.broker.RepairSlice;
import io.grape.core.broker.StrayKeys;
import io.grape.redis.connection.RedisConnections;
import io.grape.redis.script.Args;
import io.grape.redis.script.JobPlace;
import io.grape.redis.script.Keys;
import io.grape.redis.script.Reply;
import io.grape.redis.script.Script;
import io.grape.redis.script.ScriptRunner;
import io.grape.redis.script.TubeKeys;
import io.grape.redis.script.TubeScripts;
import io.grape.redis.tube.RedisTubes;
import io.lettuce.core.ScanArgs;
import io.lettuce.core.ScanCursor;
import io.lettuce.core.Value;
import io.lettuce.core.cluster.api.async.RedisClusterAsyncCommands;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Deque;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/**
 * Follows the keys of a scan: checks jobs, and walks through sets, whose members are checked in turn. One script checks
 * and repairs. It decides on what it sees at that moment, so changes since the scan do no harm.
 *
 * <p>Keys and members are read with a character for each byte, because they may be any bytes.
 *
 * <p>Each key is checked on the node where it was found. While a slot moves, its keys are on two nodes, and those on
 * the other node would seem lost. The script is then redirected or refused, and nothing is done.
 */
final class KeyWalker {
    private static final Script REPAIR = Script.ofTube("repair");
    private static final int JOBS_A_RUN = 100;
    private static final String TUBE = "tube";
    private static final String JOB = "j:";
    private static final String KEPT = "f:";
    private static final String DONE = "done";
    /** The set of the jobs that expire unless they are begun. */
    private static final String EXPIRY = "expiry";

    private static final int FIRST_FAULT = 1;
    private static final int MISSING = FIRST_FAULT + Inconsistency.values().length + 1;
    private static final RepairSlice NOTHING = new RepairSlice(0, null, null, false);
    private static final ScanArgs PAGE = ScanArgs.Builder.limit(JOBS_A_RUN);

    private final RedisConnections redis;
    private final ScriptRunner runner;
    private final RedisTubes tubes;
    private final Keys keys;
    private final KeptJobs kept;

    /** Ids that were found on a node, in the set of a priority, lane or gate; or elsewhere, empty. */
    private record Source(
            CompletableFuture<RedisClusterAsyncCommands<byte[], byte[]>> node, TubeName tube, String set) {}

    private record TubeKey(TubeName tube, String end) {}

    KeyWalker(RedisConnections redis, ScriptRunner runner, RedisTubes tubes, Keys keys) {
        this.redis = redis;
        this.runner = runner;
        this.tubes = tubes;
        this.keys = keys;
        this.kept = new KeptJobs(runner, keys);
    }

    /** The work that these keys of a node lead to. */
    List<Look> at(CompletableFuture<RedisClusterAsyncCommands<byte[], byte[]>> node, List<byte[]> found) {
        Map<TubeName, Set<String>> jobs = new LinkedHashMap<>();
        Map<TubeName, Set<String>> finished = new LinkedHashMap<>();
        List<Look> looks = new ArrayList<>();
        List<TubeName> made = new ArrayList<>();
        for (byte[] key : found) {
            split(new String(key, ISO_8859_1)).ifPresent(of -> {
                if (of.end.startsWith(JOB)) {
                    jobs.computeIfAbsent(of.tube, tube -> new LinkedHashSet<>()).add(of.end.substring(JOB.length()));
                } else if (of.end.startsWith(KEPT)) {
                    finished.computeIfAbsent(of.tube, tube -> new LinkedHashSet<>())
                            .add(of.end.substring(KEPT.length()));
                } else if (of.end.equals(DONE)) {
                    looks.add(kept.recount(node, of.tube));
                } else if (of.end.equals(TUBE)) {
                    made.add(of.tube);
                } else if (of.end.equals(EXPIRY)) {
                    looks.add(walk(new Source(node, of.tube, ""), key, ScanCursor.INITIAL));
                } else {
                    JobPlace.of(of.end)
                            .map(place -> new Source(node, of.tube, setIn(place, of.end)))
                            .ifPresent(source -> looks.add(walk(source, key, ScanCursor.INITIAL)));
                }
            });
        }
        if (!made.isEmpty()) {
            looks.add(waiting -> relist(made, waiting));
        }
        finished.forEach((tube, ids) -> inSlices(ids).forEach(some -> looks.add(kept.relist(node, tube, some))));
        jobs.forEach((tube, ids) -> looks.addAll(looksAt(new Source(node, tube, ""), ids)));
        return looks;
    }

    /** Which set of a place that is, as repair takes it. */
    private static String setIn(JobPlace place, String end) {
        if (place.isByGate()) {
            return end;
        }
        int colon = end.indexOf(':');
        return colon < 0 ? "" : end.substring(colon + 1);
    }

    /** Registers tubes that are not in the registry, and reports each. */
    private CompletionStage<RepairSlice> relist(List<TubeName> made, Deque<Look> waiting) {
        return tubes.relist(made).thenApply(missing -> {
            missing.forEach(tube -> waiting.addFirst(told -> CompletableFuture.completedStage(
                    new RepairSlice(0, new Repair(tube, Map.of(Inconsistency.UNLISTED, 1), ""), null, false))));
            return NOTHING;
        });
    }

    private Optional<TubeKey> split(String key) {
        int end = key.indexOf("}:");
        int begin = keys.beforeTube().length();
        if (end < begin) {
            return Optional.empty();
        }
        return TubeName.read(key.substring(begin, end)).map(tube -> new TubeKey(tube, key.substring(end + 2)));
    }

    private List<Look> looksAt(Source source, Collection<String> ids) {
        List<Look> looks = new ArrayList<>();
        inSlices(ids).forEach(some -> looks.add(waiting -> mend(source, some)));
        return looks;
    }

    private static List<List<String>> inSlices(Collection<String> ids) {
        List<String> all = List.copyOf(ids);
        List<List<String>> slices = new ArrayList<>();
        for (int first = 0; first < all.size(); first += JOBS_A_RUN) {
            slices.add(all.subList(first, Math.min(all.size(), first + JOBS_A_RUN)));
        }
        return slices;
    }

    private Look walk(Source source, byte[] set, ScanCursor cursor) {
        return waiting -> runner.call("zscan", source.node, redis -> redis.zscan(set, cursor, PAGE), members -> {
            if (!members.isFinished()) {
                waiting.addFirst(walk(source, set, ScanCursor.of(members.getCursor())));
            }
            Set<String> ids = new LinkedHashSet<>();
            members.getValues().stream().map(Value::getValue).forEach(id -> ids.add(new String(id, ISO_8859_1)));
            looksAt(source, ids).forEach(waiting::addFirst);
            return NOTHING;
        });
    }

    /** A job counts as lost only after every node has said that it is not there. */
    private CompletionStage<RepairSlice> mend(Source source, List<String> ids) {
        return mend(source, ids, false)
                .thenCompose(reply -> missing(reply) == 0
                        ? CompletableFuture.completedStage(slice(source, ids, reply))
                        : redis.isWhole(keys.tube(source.tube).keys()[0])
                                .thenCompose(isWhole -> isWhole
                                        ? mend(source, ids, true).thenApply(again -> slice(source, ids, reply, again))
                                        : CompletableFuture.completedStage(slice(source, ids, reply))));
    }

    private static long missing(Reply reply) {
        return reply.code().equals("OK") ? reply.number(MISSING) : 0;
    }

    private static RepairSlice slice(Source source, List<String> ids, Reply reply) {
        return switch (reply.code()) {
            case "TUBE_NOT_FOUND" -> new RepairSlice(ids.size(), null, strays(source.tube, reply), false);
            case "DELETING", TubeScripts.LATER_RELEASE -> new RepairSlice(ids.size(), null, null, false);
            default -> new RepairSlice(ids.size(), repair(source.tube, reply), null, false);
        };
    }

    private static RepairSlice slice(Source source, List<String> ids, Reply first, Reply second) {
        Repair one = slice(source, ids, first).repair();
        RepairSlice two = slice(source, ids, second);
        Repair other = two.repair();
        if (one == null || other == null) {
            return new RepairSlice(ids.size(), one == null ? other : one, two.strays(), false);
        }
        Map<Inconsistency, Integer> sum = new EnumMap<>(one.faults());
        other.faults().forEach((fault, count) -> sum.merge(fault, count, Integer::sum));
        return new RepairSlice(ids.size(), new Repair(source.tube, sum, one.first()), null, false);
    }

    private CompletionStage<Reply> mend(Source source, List<String> ids, boolean isWhole) {
        TubeKeys ofTube = keys.tube(source.tube);
        Args args = new Args()
                .add(ofTube.jobPrefix())
                .add(keys.hints())
                .add(source.tube.value())
                .add(source.set)
                .add(isWhole ? 1 : 0);
        ids.forEach(id -> args.add(id.getBytes(ISO_8859_1)));
        return runner.run(REPAIR, source.node, ofTube.keys(), args);
    }

    private static @Nullable StrayKeys strays(TubeName tube, Reply reply) {
        int jobs = (int) reply.number(1);
        return jobs == 0 ? null : new StrayKeys(tube, jobs);
    }

    private static @Nullable Repair repair(TubeName tube, Reply reply) {
        Map<Inconsistency, Integer> faults = new EnumMap<>(Inconsistency.class);
        int at = FIRST_FAULT;
        for (Inconsistency fault : Inconsistency.values()) {
            int count = (int) reply.number(at++);
            if (count > 0) {
                faults.put(fault, count);
            }
        }
        return faults.isEmpty() ? null : new Repair(tube, faults, reply.text(at));
    }
}
