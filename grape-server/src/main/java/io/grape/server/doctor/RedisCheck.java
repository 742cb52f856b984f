package io.grape.server.doctor;

import io.grape.server.doctor.Finding.Fault;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Whether a Redis is fit to hold jobs, judged by its INFO and its settings, which lie in one map: the names of the first have
 * {@code _}, those of the second {@code -}.
 */
public final class RedisCheck {
    private static final int OLDEST = 7;
    private static final Pattern MAJOR = Pattern.compile("([0-9]{1,4})\\..*");
    private static final Pattern NUMBER = Pattern.compile("[0-9]{1,18}");

    /** Bytes of a header and of the largest payload that lies beside it. */
    private static final long LISTPACK_VALUE = 1100;

    private static final long MAX_PERCENT = 90;
    private static final String DISK = "free or mend the disk of Redis, its log says what is wrong";

    private final Map<String, String> node;

    private RedisCheck(Map<String, String> node) {
        this.node = node;
    }

    /**
     * All findings about one node.
     *
     * @param asCluster whether its address says that it is a Cluster
     * @param node what it says of itself
     */
    public static List<Finding> of(boolean asCluster, Map<String, String> node) {
        RedisCheck check = new RedisCheck(node);
        return List.of(
                check.version(),
                check.shape(asCluster),
                check.role(),
                check.eviction(),
                check.persistence(),
                check.sync(),
                check.disk("aof_last_write_status"),
                check.disk("aof_last_bgrewrite_status"),
                check.disk("rdb_last_bgsave_status"),
                check.bound(),
                check.room(),
                check.replicas(),
                check.jobsAreSmall(),
                check.setsAreFast());
    }

    /** About a Redis that took no connection, as its address says that it is a Cluster, and it is none. */
    public static Finding noCluster() {
        return new RedisCheck(Map.of("cluster_enabled", "0")).shape(true);
    }

    private Finding version() {
        return judged(
                "redis_version",
                RedisCheck::isNewEnough,
                new Fault(
                        Severity.UNUSABLE,
                        OLDEST + ".0 or newer",
                        "it cannot run the scripts",
                        "install Redis " + OLDEST + ".0 or newer, or Valkey"));
    }

    private static boolean isNewEnough(String version) {
        Matcher major = MAJOR.matcher(version);
        return !major.matches() || Integer.parseInt(major.group(1)) >= OLDEST;
    }

    private Finding shape(boolean asCluster) {
        return judged(
                "cluster_enabled",
                enabled -> enabled.equals(asCluster ? "1" : "0"),
                asCluster
                        ? new Fault(
                                Severity.UNUSABLE,
                                "1, as --redis says redis-cluster://",
                                "it is no Cluster",
                                "say redis:// or redis-sentinel:// in --redis")
                        : new Fault(
                                Severity.UNUSABLE,
                                "0, as --redis does not say redis-cluster://",
                                "tubes of other nodes cannot be reached",
                                "say redis-cluster://HOST:PORT in --redis"));
    }

    private Finding role() {
        return judged(
                "role",
                "master"::equals,
                new Fault(
                        Severity.UNUSABLE,
                        "master",
                        "a replica takes no writes, or loses them",
                        "name its master in --redis" + master() + ", or the Sentinels with redis-sentinel://"));
    }

    private String master() {
        String host = node.get("master_host");
        return host == null ? "" : " (" + host + ":" + node.get("master_port") + ")";
    }

    private Finding eviction() {
        String policy = node.get("maxmemory_policy");
        return Finding.judged(
                "maxmemory-policy",
                policy,
                "noeviction"::equals,
                new Fault(
                        Severity.LOSES_JOBS,
                        "noeviction",
                        "a full Redis throws jobs away",
                        set("maxmemory-policy noeviction")));
    }

    private Finding persistence() {
        return Finding.judged(
                "appendonly",
                aof(),
                "yes"::equals,
                new Fault(Severity.LOSES_JOBS, "yes", "when Redis goes down, jobs are lost", set("appendonly yes")));
    }

    private @Nullable String aof() {
        String enabled = node.get("aof_enabled");
        if (enabled == null || enabled.equals("1")) {
            return enabled == null ? null : "yes";
        }
        String save = node.getOrDefault("save", "");
        return save.isEmpty() ? "no" : "no, only snapshots (save " + save + ")";
    }

    private Finding sync() {
        return judged(
                "appendfsync",
                how -> !how.equals("no"),
                new Fault(
                        Severity.WARN,
                        "everysec (a power cut or a crash of Redis may lose two seconds) or always",
                        "a power cut loses half a minute of jobs",
                        set("appendfsync everysec")));
    }

    private Finding disk(String field) {
        return judged(field, "ok"::equals, new Fault(Severity.WARN, "ok", "Redis may refuse every write", DISK));
    }

    private Finding bound() {
        return judged(
                "maxmemory",
                bytes -> !bytes.equals("0"),
                new Fault(
                        Severity.WARN,
                        "a bound below the memory of its machine",
                        "a machine without memory kills Redis",
                        set("maxmemory BYTES")));
    }

    private Finding room() {
        long most = number(node.get("maxmemory"));
        String used = node.get("used_memory");
        String percent = used == null || most <= 0 ? null : number(used) * 100 / most + " % of maxmemory";
        return Finding.judged(
                "used_memory",
                most == 0 ? "no bound" : percent,
                text -> most == 0 || number(used) * 100 / most <= MAX_PERCENT,
                new Fault(
                        Severity.WARN,
                        "at most " + MAX_PERCENT + " %",
                        "new jobs will soon be refused",
                        "let consumers catch up, or give it more: " + set("maxmemory BYTES")));
    }

    private Finding replicas() {
        String name = "min-replicas-to-write";
        String replicas = node.get("connected_slaves");
        if (replicas != null && replicas.equals("0")) {
            return Finding.ok(name, "no replicas");
        }
        return judged(
                name,
                count -> number(count) != 0,
                new Fault(
                        Severity.WARN,
                        "1 or more, as it has replicas",
                        "a primary that is cut off goes on taking jobs, which a failover loses",
                        set(name + " 1")));
    }

    private Finding jobsAreSmall() {
        String name = "hash-max-listpack-value";
        return judged(
                name,
                bytes -> number(bytes) >= LISTPACK_VALUE,
                new Fault(
                        Severity.WARN,
                        LISTPACK_VALUE + " or more",
                        "jobs take up to twice the memory",
                        set(name + " " + LISTPACK_VALUE)));
    }

    private Finding setsAreFast() {
        String name = "zset-max-listpack-entries";
        return judged(
                name,
                "0"::equals,
                new Fault(Severity.WARN, "0", "scripts take about a seventh more time", set(name + " 0")));
    }

    private Finding judged(String name, Predicate<String> fit, Fault fault) {
        return Finding.judged(name, node.get(name), fit, fault);
    }

    private static String set(String setting) {
        return "CONFIG SET " + setting + ", then CONFIG REWRITE";
    }

    /** -1 where it is none. */
    private static long number(@Nullable String text) {
        return text != null && NUMBER.matcher(text).matches() ? Long.parseLong(text) : -1;
    }
}
