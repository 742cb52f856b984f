package io.grape.redis.broker;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.grape.core.TubeName;
import io.grape.core.broker.BrokerInfo;
import io.grape.core.broker.BrokerRegistry;
import io.grape.core.broker.BrokerSnapshot;
import io.grape.core.broker.RegistryState;
import io.grape.redis.script.Args;
import io.grape.redis.script.Keys;
import io.grape.redis.script.RegisteredTube;
import io.grape.redis.script.Reply;
import io.grape.redis.script.Script;
import io.grape.redis.script.ScriptRunner;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.CompletionStage;

/** The living brokers, each with the set of its tubes. */
public final class RedisBrokerRegistry implements BrokerRegistry {
    private static final Script ANNOUNCE = Script.ofRegistry("announce");
    private static final Script BEAT = Script.ofRegistry("heartbeat");
    private static final Script LEAVE = Script.ofRegistry("leave");
    private static final Script ABOUT = Script.ofRegistry("about");
    private static final Script BROKERS = Script.ofRegistry("brokers");
    private static final Duration FORGOTTEN_AFTER = Duration.ofMinutes(10);
    private static final int FIRST_TUBE = 3;
    private static final int FIRST_BROKER = 2;
    private static final int FIELDS = 3;
    private static final long DEAD = 0;

    private final ScriptRunner runner;
    private final Keys keys;
    private final String self;
    private final Duration deadAfter;

    public RedisBrokerRegistry(ScriptRunner runner, Keys keys, String self, Duration deadAfter) {
        this.runner = runner;
        this.keys = keys;
        this.self = self;
        this.deadAfter = deadAfter;
    }

    @Override
    public CompletionStage<Void> announce(TubeName tube) {
        byte[][] key = {keys.brokerTubes(self)};
        return runner.run(ANNOUNCE, key, new Args().add(bytes(tube))).thenAccept(reply -> {});
    }

    @Override
    public CompletionStage<Void> withdraw(TubeName tube) {
        byte[] own = keys.brokerTubes(self);
        return runner.call("srem", own, redis -> redis.srem(own, bytes(tube)), Objects::requireNonNull)
                .thenAccept(removed -> {});
    }

    @Override
    public CompletionStage<RegistryState> heartbeat() {
        Args args = new Args().add(self).add(deadAfter.toMillis()).add(keys.brokerTubesPrefix());
        return runner.run(BEAT, keys.heartbeat(self), args).thenApply(reply -> {
            Set<TubeName> adopted = new HashSet<>();
            for (int at = FIRST_TUBE; at < reply.size(); at++) {
                RegisteredTube.read(reply.text(at)).ifPresent(adopted::add);
            }
            return new RegistryState(adopted, reply.number(1), reply.text(2));
        });
    }

    @Override
    public CompletionStage<Void> leave() {
        byte[][] both = {keys.brokers(), keys.about()};
        return runner.run(LEAVE, both, new Args().add(self).add(DEAD)).thenAccept(reply -> {});
    }

    @Override
    public CompletionStage<Void> publish(String about) {
        Args args = new Args().add(self).add(about).add(FORGOTTEN_AFTER.toMillis());
        return runner.run(ABOUT, new byte[][] {keys.about()}, args).thenAccept(reply -> {});
    }

    @Override
    public CompletionStage<BrokerSnapshot> list() {
        return runner.run(BROKERS, new byte[][] {keys.brokers(), keys.about()}, new Args())
                .thenApply(reply -> {
                    Instant now = Instant.ofEpochMilli(reply.number(1));
                    List<BrokerInfo> said = new ArrayList<>();
                    for (int at = FIRST_BROKER; at + FIELDS <= reply.size(); at += FIELDS) {
                        said.add(said(reply, at, now));
                    }
                    return new BrokerSnapshot(now, said);
                });
    }

    private BrokerInfo said(Reply reply, int at, Instant now) {
        String[] about = reply.text(at + 2).split(" ", 2);
        Instant heartbeat =
                Instant.ofEpochMilli(reply.isEmpty(at + 1) ? Long.parseLong(about[0]) : reply.millis(at + 1));
        boolean isAlive = !reply.isEmpty(at + 1) && heartbeat.isAfter(now.minus(deadAfter));
        return new BrokerInfo(reply.text(at), reply.text(at).equals(self), isAlive, heartbeat, about[1]);
    }

    private static byte[] bytes(TubeName tube) {
        return tube.value().getBytes(UTF_8);
    }
}
