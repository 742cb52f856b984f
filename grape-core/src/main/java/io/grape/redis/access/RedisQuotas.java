package io.grape.redis.access;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.grape.core.ErrorCode;
import io.grape.core.GrapeException;
import io.grape.core.quota.ClientUse;
import io.grape.core.quota.HeldLease;
import io.grape.core.quota.Quota;
import io.grape.core.quota.QuotaClient;
import io.grape.core.quota.QuotaGrant;
import io.grape.core.quota.QuotaPart;
import io.grape.core.quota.QuotaRate;
import io.grape.core.quota.QuotaReport;
import io.grape.core.quota.QuotaUse;
import io.grape.core.quota.Quotas;
import io.grape.redis.script.Args;
import io.grape.redis.script.Keys;
import io.grape.redis.script.Reply;
import io.grape.redis.script.Script;
import io.grape.redis.script.ScriptRunner;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/** Quotas and what clients use of them: keys of one slot. */
public final class RedisQuotas implements Quotas {
    private static final Script PUT = Script.ofQuotas("put");
    private static final Script USE = Script.ofQuotas("use");
    private static final Script EXTEND = Script.ofQuotas("extend");
    private static final Script SHOW = Script.ofQuotas("show");
    private static final int SHOWN_AT_ONCE = 100;
    private static final int FORGOTTEN_AT_ONCE = 500;
    private static final int NO_ROOM = -1;

    private final ScriptRunner runner;
    private final Keys keys;

    /** The use of a client, and what a quota of its name refused. */
    private record Shown(Map<QuotaPart, Long> use, Map<QuotaPart, Long> refused) {}

    public RedisQuotas(ScriptRunner runner, Keys keys) {
        this.runner = runner;
        this.keys = keys;
    }

    @Override
    public CompletionStage<Long> version() {
        byte[] key = keys.quotas()[1];
        return runner.call(
                "get",
                key,
                redis -> redis.get(key).thenApply(Optional::ofNullable),
                digits -> digits.map(RedisQuotas::text).map(Long::valueOf).orElse(0L));
    }

    @Override
    public CompletionStage<Map<String, Quota>> all() {
        byte[] key = keys.quotas()[0];
        return runner.call("hgetall", key, redis -> redis.hgetall(key), fields -> {
            Map<String, Quota> all = new TreeMap<>();
            fields.forEach(
                    (name, value) -> StoredQuota.read(text(value)).ifPresent(quota -> all.put(text(name), quota)));
            return all;
        });
    }

    @Override
    public CompletionStage<Boolean> put(String name, Quota quota) {
        return change(Quota.checkedName(name), StoredQuota.text(quota), quota.inFlight() != null)
                .thenApply(done -> {
                    if (done == NO_ROOM) {
                        throw new GrapeException(
                                ErrorCode.WRONG_STATE, "there are " + Quota.MAX_QUOTAS + " quotas, expected fewer");
                    }
                    return done == 1;
                });
    }

    @Override
    public CompletionStage<Boolean> remove(String name) {
        return change(name, "", false).thenApply(done -> done == 1);
    }

    private CompletionStage<Long> change(String name, String text, boolean limitsInFlight) {
        byte[][] all = keys.quotas();
        Args args = new Args().add(name).add(text).add(Quota.MAX_QUOTAS).add(limitsInFlight ? 1 : 0);
        byte[] flight = keys.ofClient(name)[1];
        CompletionStage<Long> done = runner.run(PUT, new byte[][] {all[0], all[1], all[2], flight}, args)
                .thenApply(reply -> reply.number(1));
        return name.equals(Quota.DEFAULT) && !limitsInFlight
                ? done.thenCompose(made -> forgetFlights(0).thenApply(forgotten -> made))
                : done;
    }

    /** What all clients of the default quota have in flight. */
    private CompletionStage<Void> forgetFlights(int from) {
        byte[] clients = keys.quotas()[3];
        return runner.call(
                        "zrange",
                        clients,
                        redis -> redis.zrange(clients, from, from + FORGOTTEN_AT_ONCE - 1),
                        found -> found.stream()
                                .map(client -> keys.ofClient(text(client))[1])
                                .toArray(byte[][]::new))
                .thenCompose(flights -> flights.length == 0
                        ? CompletableFuture.completedStage(null)
                        : runner.call("unlink", flights[0], redis -> redis.unlink(flights), Objects::requireNonNull)
                                .thenCompose(gone -> forgetFlights(from + FORGOTTEN_AT_ONCE)));
    }

    @Override
    public CompletionStage<List<QuotaReport>> reports() {
        return all().thenCompose(all -> shown(List.copyOf(all.keySet())).thenApply(shown -> {
            List<QuotaReport> reports = new ArrayList<>();
            all.forEach((name, quota) -> reports.add(report(name, quota, shown, List.of())));
            return reports;
        }));
    }

    @Override
    public CompletionStage<Optional<QuotaReport>> report(String name) {
        byte[] key = keys.quotas()[0];
        return runner.call(
                        "hget",
                        key,
                        redis -> redis.hget(key, name.getBytes(UTF_8)).thenApply(Optional::ofNullable),
                        value -> value.map(RedisQuotas::text).flatMap(StoredQuota::read))
                .thenCompose(quota -> quota.isEmpty()
                        ? CompletableFuture.completedStage(Optional.empty())
                        : report(name, quota.get()).thenApply(Optional::of));
    }

    private CompletionStage<QuotaReport> report(String name, Quota quota) {
        CompletionStage<List<String>> clients =
                name.equals(Quota.DEFAULT) ? latestClients() : CompletableFuture.completedStage(List.of());
        return clients.thenCompose(latest -> shown(List.of(name))
                .thenCombine(
                        shown(latest),
                        (own, others) -> report(
                                name,
                                quota,
                                own,
                                latest.stream()
                                        .map(client -> new ClientUse(
                                                client,
                                                of(quota, client, others).use()))
                                        .toList())));
    }

    private CompletionStage<List<String>> latestClients() {
        byte[] key = keys.quotas()[3];
        return runner.call(
                "zrevrange",
                key,
                redis -> redis.zrevrange(key, 0, SHOWN_AT_ONCE - 1),
                found -> found.stream().map(RedisQuotas::text).toList());
    }

    private static QuotaReport report(String name, Quota quota, Map<String, Shown> shown, List<ClientUse> clients) {
        Shown own = of(quota, name, shown);
        return new QuotaReport(name, quota, name.equals(Quota.DEFAULT) ? Map.of() : own.use(), own.refused(), clients);
    }

    /** What of it the quota limits. */
    private static Shown of(Quota quota, String name, Map<String, Shown> shown) {
        Shown all = Objects.requireNonNull(shown.get(name));
        return new Shown(limited(quota, all.use()), limited(quota, all.refused()));
    }

    private static Map<QuotaPart, Long> limited(Quota quota, Map<QuotaPart, Long> all) {
        Map<QuotaPart, Long> some = new EnumMap<>(all);
        some.keySet()
                .removeIf(part -> part == QuotaPart.IN_FLIGHT ? quota.inFlight() == null : quota.rate(part) == null);
        return some;
    }

    private CompletionStage<Map<String, Shown>> shown(List<String> names) {
        CompletionStage<Map<String, Shown>> all = CompletableFuture.completedStage(new TreeMap<>());
        for (int from = 0; from < names.size(); from += SHOWN_AT_ONCE) {
            List<String> some = names.subList(from, Math.min(names.size(), from + SHOWN_AT_ONCE));
            all = all.thenCombine(some(some), (before, found) -> {
                before.putAll(found);
                return before;
            });
        }
        return all;
    }

    private CompletionStage<Map<String, Shown>> some(List<String> names) {
        Args args = new Args().add(keys.quotasPrefix());
        names.forEach(args::add);
        return runner.run(SHOW, new byte[][] {keys.quotas()[2]}, args).thenApply(reply -> {
            Map<String, Shown> shown = new TreeMap<>();
            int parts = QuotaPart.values().length;
            for (int at = 0; at < names.size(); at++) {
                int first = 1 + at * 2 * parts;
                shown.put(names.get(at), new Shown(numbers(reply, first), numbers(reply, first + parts)));
            }
            return shown;
        });
    }

    private static Map<QuotaPart, Long> numbers(Reply reply, int from) {
        Map<QuotaPart, Long> numbers = new EnumMap<>(QuotaPart.class);
        int at = from;
        for (QuotaPart part : QuotaPart.values()) {
            numbers.put(part, reply.number(at++));
        }
        return numbers;
    }

    @Override
    public CompletionStage<QuotaGrant> use(QuotaClient client, QuotaUse step) {
        Quota quota = client.quota();
        QuotaRate rate = quota.rate(step.part());
        Args args = new Args()
                .add(client.quotaName())
                .add(client.name())
                .add(step.part().wireName());
        addRate(args, rate);
        args.addOptional(quota.inFlight() == null ? null : Long.valueOf(quota.inFlight()))
                .add(step.call())
                .addOptional(
                        step.within() == null
                                ? null
                                : Long.valueOf(step.within().toMillis()))
                .add(step.counted())
                .add(step.wanted())
                .add(step.tells() ? 1 : 0)
                .add(client.quotaName().equals(client.name()) ? 0 : Quota.MAX_CLIENTS)
                .add(keys.quotasPrefix());
        addAll(args, step.leases());
        byte[][] own = keys.ofClient(client.name());
        byte[][] all = keys.quotas();
        return runner.run(USE, new byte[][] {own[0], own[1], all[2], all[3]}, args)
                .thenApply(reply -> new QuotaGrant(
                        (int) reply.number(1), Duration.ofMillis(reply.number(2)), reply.number(3) == 1));
    }

    private static void addRate(Args args, @Nullable QuotaRate rate) {
        if (rate == null) {
            args.none().none();
        } else {
            args.add(Double.toString(rate.perSecond())).add(rate.burst());
        }
    }

    private static void addAll(Args args, List<HeldLease> leases) {
        leases.forEach(lease -> args.add(lease.name()).add(lease.until().toEpochMilli()));
    }

    @Override
    public CompletionStage<Void> extend(String client, List<HeldLease> leases) {
        Args args = new Args();
        addAll(args, leases);
        return runner.run(EXTEND, new byte[][] {keys.ofClient(client)[1]}, args).thenAccept(reply -> {});
    }

    @Override
    public CompletionStage<Void> end(String client, Collection<String> ended) {
        byte[] key = keys.ofClient(client)[1];
        byte[][] members = ended.stream().map(name -> name.getBytes(UTF_8)).toArray(byte[][]::new);
        return runner.call("zrem", key, redis -> redis.zrem(key, members), Objects::requireNonNull)
                .thenAccept(gone -> {});
    }

    private static String text(byte[] bytes) {
        return new String(bytes, UTF_8);
    }
}
