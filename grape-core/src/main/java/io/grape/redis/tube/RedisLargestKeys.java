package io.grape.redis.tube;

import io.grape.core.TubeName;
import io.grape.core.key.KeyShare;
import io.grape.core.key.KeyShares;
import io.grape.core.key.LargestKeys;
import io.grape.redis.script.Args;
import io.grape.redis.script.Reply;
import io.grape.redis.script.Script;
import io.grape.redis.script.Stages;
import io.grape.redis.script.TubeScripts;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletionStage;

/**
 * Looks at the largest lanes, and at the keys with the most leases. A key with more than 10 % of the jobs has more
 * than 5 % of them in one of the two, and at most 19 keys have that, in a tube of one priority.
 */
public final class RedisLargestKeys implements LargestKeys {
    private static final Script SHARES = Script.ofTube("key_shares");
    private static final int LOOKED_AT = 20;
    private static final int FIRST = 4;

    private final TubeScripts scripts;

    public RedisLargestKeys(TubeScripts scripts) {
        this.scripts = scripts;
    }

    @Override
    public CompletionStage<Optional<KeyShares>> largestKeys(TubeName tube) {
        return Stages.call(() -> {
            Args args = scripts.args(tube).add(LOOKED_AT);
            return scripts.runOrFail(SHARES, tube, args).thenApply(RedisLargestKeys::shares);
        });
    }

    private static Optional<KeyShares> shares(Reply reply) {
        if (reply.number(1) == 0) {
            return Optional.empty();
        }
        List<KeyShare> keys = new ArrayList<>();
        for (int at = FIRST; at < reply.size(); at += 2) {
            keys.add(new KeyShare(reply.text(at), reply.number(at + 1)));
        }
        keys.sort(Comparator.comparingLong(KeyShare::jobs).reversed().thenComparing(KeyShare::key));
        return Optional.of(new KeyShares(reply.number(2), reply.number(3), keys));
    }
}
