package io.grape.redis;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.util.stream.Collectors.groupingBy;

import io.grape.core.TubeName;
import io.lettuce.core.ScriptOutputType;
import io.lettuce.core.cluster.api.async.RedisClusterAsyncCommands;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.CompletionStage;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Everything in one namespace, as it lies in Redis: read past the scripts, so that it can be held against them.
 *
 * @param registered the names in the registry
 * @param registryVersion 0 where none was written yet
 */
public record Stored(
        Set<String> registered, long registryVersion, Map<TubeName, StoredTube> tubes, List<String> strangeKeys) {
    private static final String SNAPSHOT = resource();
    private static final String TTL = "ttl";
    private static final Pattern HASH_TAG = Pattern.compile("[^{]*\\{([^}]+)}.*", Pattern.DOTALL);
    private static final Pattern OF_REGISTRY = Pattern.compile(".*}:(about|check|leaving|brokers?(:[^:]+)?)");
    private static final Pattern TUBE_KEY = Pattern.compile("[^:{]+:\\{([^}]+)}:(.+)", Pattern.DOTALL);

    /** The script that reads. */
    static String script() {
        return SNAPSHOT;
    }

    /**
     * Reads the namespace in one run of the script, which Redis must know: a standalone Redis only, but at one instant.
     *
     * @param ttls whether to look at the TTLs too, which takes longer
     */
    static CompletionStage<Stored> atOnce(
            RedisClusterAsyncCommands<byte[], byte[]> redis, String digest, String namespace, boolean ttls) {
        byte[][] values = {bytes("*" + namespace + ":*"), bytes(ttls ? TTL : "")};
        return redis.<List<Object>>evalsha(digest, ScriptOutputType.MULTI, new byte[0][], values)
                .thenApply(reply -> of(namespace, keys(reply)));
    }

    /** Reads the namespace slot by slot; nothing may happen in it meanwhile. */
    static Stored read(RedisClusterAsyncCommands<byte[], byte[]> redis, String namespace) {
        Map<String, List<byte[]>> slots = join(redis.keys("*" + namespace + ":*")).stream()
                .collect(groupingBy(name -> hashTag(new String(name, UTF_8))));
        List<StoredKey> keys = new ArrayList<>();
        for (List<byte[]> slot : slots.values()) {
            byte[][] named = slot.toArray(new byte[0][]);
            keys.addAll(keys(join(redis.eval(SNAPSHOT, ScriptOutputType.MULTI, named, bytes(""), bytes(TTL)))));
        }
        return of(namespace, keys);
    }

    private static List<StoredKey> keys(List<Object> reply) {
        return reply.stream().map(key -> StoredKey.read((List<?>) key)).toList();
    }

    private static Stored of(String namespace, List<StoredKey> keys) {
        String registry = "{" + namespace + ":tubes}:";
        Set<String> registered = new TreeSet<>();
        Map<TubeName, StoredTube> tubes = new TreeMap<>();
        List<String> strange = new ArrayList<>();
        long version = 0;
        for (StoredKey key : keys) {
            Matcher ofTube = TUBE_KEY.matcher(key.name());
            if (key.name().equals(namespace + ":tubes")) {
                registered.addAll(key.texts());
            } else if (key.name().equals(registry + "version")) {
                version = Long.parseLong(key.texts().get(0));
            } else if (key.name().startsWith(namespace + ":{") && ofTube.matches()) {
                tubes.computeIfAbsent(new TubeName(ofTube.group(1)), name -> StoredTube.empty())
                        .add(ofTube.group(2), key);
            } else if ((key.name().startsWith(namespace + ":") && !key.name().equals(namespace + ":audit"))
                    || (key.name().startsWith(registry)
                            && !OF_REGISTRY.matcher(key.name()).matches())) {
                strange.add(key.name() + " (" + key.type() + ")");
            }
        }
        return new Stored(registered, version, tubes, strange);
    }

    private static String hashTag(String key) {
        Matcher tag = HASH_TAG.matcher(key);
        return tag.matches() ? tag.group(1) : key;
    }

    private static <T> T join(CompletionStage<T> stage) {
        return stage.toCompletableFuture().join();
    }

    private static byte[] bytes(String text) {
        return text.getBytes(UTF_8);
    }

    private static String resource() {
        try (InputStream in = Stored.class.getResourceAsStream("/snapshot.lua")) {
            if (in == null) {
                throw new IllegalStateException("no snapshot.lua on the class path");
            }
            return new String(in.readAllBytes(), UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
