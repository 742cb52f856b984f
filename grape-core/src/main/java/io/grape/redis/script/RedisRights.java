package io.grape.redis.script;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The rights that the Redis user of a broker needs, as rules of {@code ACL SETUSER}. {@code RedisRightsTest} derives the lists of
 * commands from the scripts and from the calls of Lettuce, and compares {@code docs/operations.md} with them.
 */
public final class RedisRights {
    /** Commands that Java code sends. */
    static final List<String> OF_JAVA = List.of(
            "config|get",
            "del",
            "eval",
            "evalsha",
            "exists",
            "get",
            "hget",
            "hgetall",
            "hmget",
            "info",
            "latency|histogram",
            "ping",
            "publish",
            "scan",
            "smismember",
            "srem",
            "sscan",
            "subscribe",
            "time",
            "unlink",
            "wait",
            "xrevrange",
            "zrange",
            "zrem",
            "zrevrange",
            "zscan");

    /** Commands that scripts run. */
    static final List<String> OF_SCRIPTS = List.of(
            "decr",
            "del",
            "exists",
            "expire",
            "get",
            "hdel",
            "hexists",
            "hget",
            "hgetall",
            "hincrby",
            "hkeys",
            "hlen",
            "hmget",
            "hset",
            "hsetnx",
            "hstrlen",
            "incr",
            "info",
            "pexpire",
            "pttl",
            "publish",
            "sadd",
            "scard",
            "set",
            "sinterstore",
            "sismember",
            "smembers",
            "smismember",
            "spop",
            "srem",
            "time",
            "unlink",
            "xadd",
            "xdel",
            "xinfo|stream",
            "xrevrange",
            "xsetid",
            "zadd",
            "zcard",
            "zcount",
            "zmscore",
            "zrange",
            "zrangebyscore",
            "zrank",
            "zrem",
            "zremrangebyrank",
            "zremrangebyscore",
            "zrevrange",
            "zrevrangebyscore",
            "zscan",
            "zscore");

    /** Commands that Java code sends to the nodes of a Redis Cluster. Lettuce sends the last two when it connects. */
    static final List<String> OF_CLUSTER =
            List.of("cluster|countkeysinslot", "cluster|myid", "cluster|nodes", "asking", "client|setname");

    /** Without these, a broker checks less, and does all its work. */
    private static final Set<String> OPTIONAL = Set.of("config|get", "latency|histogram", "asking", "client|setname");

    /** The command and its subcommand, if it is a literal. */
    private static final Pattern CALL = Pattern.compile("\\b(?:p?call|try)\\('([A-Z]+)'(?:, '([A-Z]+)')?");

    private static final Set<String> WITH_SUBCOMMAND = Set.of("XINFO");
    private static final int LINE = 130;

    private RedisRights() {}

    /** The commands of scripts and of Java, in order. */
    static Set<String> commands() {
        Set<String> all = new TreeSet<>(OF_JAVA);
        all.addAll(OF_SCRIPTS);
        return all;
    }

    static boolean isOptional(String command) {
        return OPTIONAL.contains(command);
    }

    /** The commands that the text of a script runs. */
    static Set<String> commandsIn(String script) {
        Set<String> found = new TreeSet<>();
        Matcher call = CALL.matcher(script.replaceAll("--.*", ""));
        while (call.find()) {
            boolean isPair = WITH_SUBCOMMAND.contains(call.group(1));
            found.add((isPair ? call.group(1) + "|" + call.group(2) : call.group(1)).toLowerCase(Locale.ROOT));
        }
        return found;
    }

    /** The rules of a broker's user, line by line, as the documentation shows them. */
    public static List<String> documented(Keys keys) {
        List<String> lines = new ArrayList<>();
        List<String> first = new ArrayList<>();
        keys.families().forEach(family -> first.add("~" + family + "*"));
        first.add("&" + keys.channel());
        lines.add(String.join(" ", first));
        List<String> rules = commands().stream().map(command -> "+" + command).toList();
        StringBuilder line = new StringBuilder();
        for (String rule : rules) {
            if (line.length() + rule.length() >= LINE) {
                lines.add(line.toString());
                line.setLength(0);
            }
            line.append(line.isEmpty() ? "" : " ").append(rule);
        }
        lines.add(line.toString());
        lines.add("+select");
        return lines;
    }

    /** The further rules that the user needs on each node of a Redis Cluster. */
    public static String documentedOfCluster() {
        return String.join(
                " ", OF_CLUSTER.stream().map(command -> "+" + command).toList());
    }
}
