package io.grape.redis.script;

import io.grape.core.ErrorCode;
import io.grape.core.GrapeException;
import io.grape.core.broker.MissingRights;
import io.grape.redis.connection.RedisConnections;
import io.grape.redis.connection.StoreFailure;
import io.lettuce.core.cluster.api.async.RedisClusterAsyncCommands;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Asks Redis which of the needed {@linkplain RedisRights rights} its user lacks. A script asks, as Redis tells its own user only
 * there: {@code ACL GETUSER} and {@code ACL DRYRUN} are commands of administrators, and {@code ACL GETUSER} shows password hashes.
 *
 * <p>A script that is denied a command in its middle has done half of its work. So while a right is known to be missing, the scripts
 * that use it are not begun. Thread-safe.
 */
public final class RightsCheck implements RightsGuard {
    private static final Pattern DENIED_COMMAND = Pattern.compile("permissions to run the '([^']+)' command");
    private static final Script RIGHTS = Script.ofRegistry("rights");

    private final RedisConnections redis;
    private final ScriptRunner runner;
    private final List<Question> questions;
    private volatile Set<String> missing = Set.of();
    private @Nullable CompletableFuture<Map<String, MissingRights>> underWay;

    private record Question(String rule, String words) {}

    public RightsCheck(RedisConnections redis, ScriptRunner runner, Keys keys, boolean isCluster) {
        this.redis = redis;
        this.runner = runner;
        this.questions = questions(keys, isCluster);
    }

    private static List<Question> questions(Keys keys, boolean isCluster) {
        List<Question> all = new ArrayList<>();
        List<String> families = keys.families();
        for (String family : families) {
            // INCR reads and writes.
            all.add(new Question("~" + family + "*", "INCR\n" + family + "gap"));
        }
        all.add(new Question("&" + keys.channel(), "PUBLISH\n" + keys.channel() + "\nx"));
        Set<String> commands = new TreeSet<>(RedisRights.commands());
        if (isCluster) {
            commands.addAll(RedisRights.OF_CLUSTER);
        }
        for (String command : commands) {
            String words = command.toUpperCase(Locale.ROOT).replace('|', '\n');
            String argument =
                    command.equals("publish") || command.equals("subscribe") ? keys.channel() : families.get(0) + "gap";
            all.add(new Question("+" + command, words + ("\n" + argument).repeat(3)));
        }
        return all;
    }

    @Override
    public boolean isQuestion(String call) {
        return call.equals(RIGHTS.name());
    }

    @Override
    public boolean isDenied(ScriptText script) {
        Set<String> denied = missing;
        return !denied.isEmpty() && script.commands().stream().anyMatch(denied::contains);
    }

    /** Asks each node. Never fails. Those who ask at the same time share one question. */
    public CompletionStage<Map<String, MissingRights>> look() {
        CompletableFuture<Map<String, MissingRights>> mine = new CompletableFuture<>();
        synchronized (this) {
            if (underWay != null) {
                return underWay;
            }
            underWay = mine;
        }
        Map<String, CompletableFuture<MissingRights>> asked = new TreeMap<>();
        redis.masters().forEach((name, node) -> asked.put(redis.shown(name), ask(node)));
        var unused = CompletableFuture.allOf(asked.values().toArray(CompletableFuture[]::new))
                .whenComplete((done, failure) -> {
                    Map<String, MissingRights> told = new TreeMap<>();
                    asked.forEach((name, rights) -> told.put(name, rights.join()));
                    keep(told);
                    synchronized (this) {
                        underWay = null;
                    }
                    mine.complete(told);
                });
        return mine;
    }

    /** The same, but not by a question that was asked before: rights may have changed since. */
    private CompletionStage<Map<String, MissingRights>> lookAgain() {
        CompletableFuture<Map<String, MissingRights>> earlier;
        synchronized (this) {
            earlier = underWay;
        }
        return earlier == null ? look() : earlier.thenCompose(told -> look());
    }

    private CompletableFuture<MissingRights> ask(CompletableFuture<RedisClusterAsyncCommands<byte[], byte[]>> node) {
        Args args = new Args();
        questions.forEach(question -> args.add(question.rule()).add(question.words()));
        return runner.runWithoutKeys(RIGHTS, node, args)
                .thenApply(RightsCheck::read)
                .exceptionally(failure -> MissingRights.UNKNOWN)
                .toCompletableFuture();
    }

    private static MissingRights read(Reply reply) {
        if (reply.number(1) == 0) {
            return MissingRights.UNKNOWN;
        }
        Set<String> needed = new TreeSet<>();
        Set<String> optional = new TreeSet<>();
        for (int at = 2; at < reply.size(); at++) {
            String rule = reply.text(at);
            (RedisRights.isOptional(rule.substring(1)) ? optional : needed).add(rule);
        }
        keepWhatIsCertain(needed, "&", "+publish", "+subscribe", rule -> rule.matches("\\+(publish|subscribe)"));
        keepWhatIsCertain(needed, "~", "+incr", "+hget", rule -> rule.startsWith("+"));
        return new MissingRights(true, needed, optional);
    }

    /**
     * Redis denies a command alike whether the command itself or its key or channel is denied. If another command is allowed on the same
     * key or channel, it is the command; otherwise nothing is known of the commands.
     *
     * @param kind how the rules of keys or channels begin
     * @param asked the command by which they were checked
     * @param other another command on them
     */
    private static void keepWhatIsCertain(
            Set<String> needed, String kind, String asked, String other, Predicate<String> commands) {
        if (needed.contains(asked) && !needed.contains(other)) {
            needed.removeIf(rule -> rule.startsWith(kind));
        } else if (needed.stream().anyMatch(rule -> rule.startsWith(kind))) {
            needed.removeIf(commands);
        }
    }

    /** What a node that did not reply lacked is not known to be there. */
    private void keep(Map<String, MissingRights> told) {
        if (told.values().stream().allMatch(MissingRights::isTold)) {
            Set<String> commands = new TreeSet<>();
            needed(told).stream()
                    .filter(rule -> rule.startsWith("+") && !rule.equals("+publish"))
                    .forEach(rule -> commands.add(rule.substring(1)));
            missing = commands;
        }
    }

    private static Set<String> needed(Map<String, MissingRights> told) {
        Set<String> all = new TreeSet<>();
        told.values().forEach(rights -> all.addAll(rights.needed()));
        return all;
    }

    /** Fails with STORE_UNAVAILABLE if a right is missing that a broker needs, and names it. */
    public CompletionStage<Void> check() {
        return look().thenAccept(told -> {
            Set<String> needed = needed(told);
            if (!needed.isEmpty()) {
                throw denied(needed, null);
            }
        });
    }

    @Override
    public CompletionStage<Void> permit(ScriptText script) {
        return lookAgain().thenAccept(told -> {
            Set<String> needed = needed(told);
            if (isDenied(script) && !needed.isEmpty()) {
                throw denied(needed, null);
            }
        });
    }

    @Override
    public CompletionStage<GrapeException> explain(Throwable failure) {
        return lookAgain().thenApply(told -> {
            Set<String> needed = needed(told);
            return needed.isEmpty() ? denied(Set.of(), failure) : denied(needed, failure);
        });
    }

    /** If the script that asks for rights is denied itself, Redis may have named the command. */
    private static String named(@Nullable Throwable cause) {
        String message = cause == null
                ? ""
                : String.valueOf(StoreFailure.unwrapped(cause).getMessage());
        Matcher command = DENIED_COMMAND.matcher(message);
        return command.find() ? "+" + command.group(1) : "a right: " + message;
    }

    private static GrapeException denied(Set<String> rules, @Nullable Throwable cause) {
        String what = rules.isEmpty() ? named(cause) : String.join(" ", rules);
        return new GrapeException(
                ErrorCode.STORE_UNAVAILABLE,
                "Redis cannot be used now: the user of the broker lacks " + what
                        + "; remedy: grant it by ACL SETUSER, as docs/operations.md says under Rights",
                cause);
    }
}
