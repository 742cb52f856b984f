package io.grape.redis.script;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.grape.core.GrapeException;
import io.grape.core.JobId;
import io.grape.core.TubeName;
import io.grape.core.access.AccountKind;
import io.grape.core.tube.SampleRange;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;

/**
 * Builds every key. The keys of a tube share its name as hash tag, so they are in one slot of a Redis Cluster. Those of
 * the registry share another. Source: {@code docs/storage.md}.
 *
 * <p>No name may contain braces, so no name can move a key to another slot.
 */
public final class Keys {
    private static final Pattern NAMESPACE = Pattern.compile("[A-Za-z0-9._-]{1,50}");

    private final String namespace;
    private final String registry;
    private final byte[][] registryKeys;
    private final byte[] hints;

    public Keys(String namespace) {
        this.namespace = checked(namespace);
        this.registry = "{" + namespace + ":tubes}";
        this.registryKeys =
                new byte[][] {bytes(namespace + ":tubes"), bytes(registry + ":version"), bytes(registry + ":leaving")};
        this.hints = bytes(channel());
    }

    /** The namespace, if it is valid. */
    public static String checked(String namespace) {
        if (!NAMESPACE.matcher(namespace).matches()) {
            throw GrapeException.badValue("namespace", "1 to 50 of A-Z a-z 0-9 . _ -", "'" + namespace + "'");
        }
        return namespace;
    }

    /** The hash of one job. */
    public byte[] job(TubeName tube, JobId id) {
        return bytes(beforeTube() + tube.value() + "}:j:" + id.value());
    }

    /** The hash of what is kept of a finished job. */
    public byte[] kept(TubeName tube, JobId id) {
        return bytes(beforeTube() + tube.value() + "}:f:" + id.value());
    }

    public TubeKeys tube(TubeName name) {
        String tube = beforeTube() + name.value() + "}:";
        return new TubeKeys(
                new byte[][] {
                    bytes(tube + "tube"),
                    bytes(tube + JobPlace.WAITING.set()),
                    bytes(tube + JobPlace.RETAINED.set()),
                    bytes(tube + JobPlace.FAILED.set()),
                    bytes(tube + "coming"),
                    bytes(tube + "urgent")
                },
                bytes(tube + "j:"));
    }

    /**
     * A key in the slot of another key that never exists. Every script names it. So Redis refuses a script while its
     * slot moves: it would find only some of the keys.
     */
    static byte[] gap(byte[] key) {
        String name = new String(key, UTF_8);
        int end = name.indexOf('}');
        return bytes((end < 0 ? "{" + name + "}" : name.substring(0, end + 1)) + ":gap");
    }

    /** The common beginning of a tube's keys. */
    public String beforeTube() {
        return namespace + ":{";
    }

    /** The pattern of the keys of all tubes. */
    public byte[] ofTubes() {
        return bytes(beforeTube() + "*}:*");
    }

    /** The set of tube names. */
    public byte[] tubes() {
        return registryKeys[0];
    }

    /** The set of tube names, and the number that grows with every change of it. */
    public byte[][] registry() {
        return registryKeys.clone();
    }

    /** The registry's keys, and the tubes of a creator; some of them may be gone. */
    public byte[][] registry(String maker) {
        byte[] made = bytes(registry + ":made:" + maker);
        return new byte[][] {registryKeys[0], registryKeys[1], registryKeys[2], made};
    }

    /** The registry's keys, the brokers by their last heartbeat, and the tubes that one broker has announced. */
    public byte[][] heartbeat(String broker) {
        return new byte[][] {registryKeys[0], registryKeys[1], brokers(), brokerTubes(broker)};
    }

    /** The brokers by their last heartbeat, and the progress of the self-check. */
    public byte[][] claim() {
        return new byte[][] {brokers(), bytes(registry + ":check")};
    }

    /** The tubes by when an occurrence of a schedule is due in them. */
    public byte[][] schedulesDue() {
        return new byte[][] {bytes("{" + namespace + ":schedules}:due")};
    }

    /** The ranges of numbers by their first one, and what the next one begins with. */
    public byte[][] numbers() {
        return new byte[][] {bytes(registry + ":ranges"), bytes(registry + ":numbers")};
    }

    public byte[] brokers() {
        return bytes(registry + ":brokers");
    }

    /** The brokers' information about themselves. */
    public byte[] about() {
        return bytes(registry + ":about");
    }

    public byte[] brokerTubes(String broker) {
        return bytes(brokerTubesPrefix() + broker);
    }

    public String brokerTubesPrefix() {
        return registry + ":broker:";
    }

    /** The last hour of a tube, by the minute. */
    public byte[] samples(TubeName tube) {
        return bytes(beforeTube() + tube.value() + "}:samples");
    }

    /** The ids of the jobs that a tube took over from another store. */
    public byte[] adopted(TubeName tube) {
        return bytes(beforeTube() + tube.value() + "}:adopted");
    }

    /** The totals of all tubes, by 10 s, by the minute and by the hour. */
    public byte[][] samples() {
        return new byte[][] {samples(SampleRange.HOUR), samples(SampleRange.DAY), samples(SampleRange.MONTH)};
    }

    public byte[] samples(SampleRange range) {
        String step = switch (range) {
            case HOUR -> "10s";
            case DAY -> "1m";
            case MONTH -> "1h";
        };
        return bytes("{" + namespace + ":samples}:" + step);
    }

    /** The operations by their start: all, those that have not ended, and those that have. */
    public byte[][] operations() {
        return new byte[][] {
            bytes(operationsPrefix() + "all"), bytes(operationsPrefix() + "live"), bytes(operationsPrefix() + "ended")
        };
    }

    /** The common beginning of operation keys. */
    public String operationPrefix() {
        return operationsPrefix() + "op:";
    }

    private String operationsPrefix() {
        return "{" + namespace + ":operations}:";
    }

    /** What all keys of this namespace begin with: those of tubes, and those of each further slot. */
    List<String> families() {
        return List.of(
                namespace + ":",
                registry + ":",
                "{" + namespace + ":samples}:",
                access(),
                quotasPrefix(),
                operationsPrefix(),
                "{" + namespace + ":schedules}:",
                auditSlot());
    }

    /** The name of the channel of hints. */
    String channel() {
        return namespace + ":hints";
    }

    /** The channel of hints, one for all tubes. */
    public byte[] hints() {
        return hints;
    }

    /** The users or the tokens, and the number that grows with every change of either. */
    public byte[][] accounts(AccountKind kind) {
        return new byte[][] {bytes(access() + kind.name().toLowerCase(Locale.ROOT)), accessVersion()};
    }

    public byte[] accessVersion() {
        return bytes(access() + "version");
    }

    public byte[] session(String session) {
        return bytes(access() + "session:" + session);
    }

    public byte[] knownAddresses(String account) {
        return bytes(access() + "known:" + account);
    }

    public byte[] throttle(String what) {
        return bytes(access() + "throttle:" + what);
    }

    /** They share a slot, so one script can change several. */
    private String access() {
        return "{" + namespace + ":access}:";
    }

    /** The quotas, the number that grows with every change of one, what was refused, and the clients without a quota of their own. */
    public byte[][] quotas() {
        return new byte[][] {
            bytes(quotasPrefix() + "limits"),
            bytes(quotasPrefix() + "version"),
            bytes(quotasPrefix() + "refused"),
            bytes(quotasPrefix() + "clients")
        };
    }

    /** What a client has used of its rates, and what it has in flight. */
    public byte[][] ofClient(String client) {
        return new byte[][] {bytes(quotasPrefix() + "used:" + client), bytes(quotasPrefix() + "flight:" + client)};
    }

    /** The common beginning of the keys of quotas and clients. They share a slot, so one script can change several. */
    public String quotasPrefix() {
        return "{" + namespace + ":quotas}:";
    }

    public byte[] audit() {
        return bytes(namespace + ":audit");
    }

    /** In the other's slot, so one script writes both. */
    public byte[] auditOfRefused() {
        return bytes(auditSlot() + "refused");
    }

    /** All keys of the audit log's script. */
    public byte[][] auditKeys() {
        return new byte[][] {
            audit(),
            auditOfRefused(),
            bytes(auditSlot() + "order"),
            bytes(auditSlot() + "shares"),
            bytes(auditSlot() + "refused:order"),
            bytes(auditSlot() + "refused:shares")
        };
    }

    private String auditSlot() {
        return "{" + namespace + ":audit}:";
    }

    private static byte[] bytes(String text) {
        return text.getBytes(UTF_8);
    }
}
