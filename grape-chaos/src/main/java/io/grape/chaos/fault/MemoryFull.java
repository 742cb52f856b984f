package io.grape.chaos.fault;

import io.grape.chaos.history.CallOutcome;
import io.grape.chaos.history.Entry;
import io.grape.chaos.stage.Standalone;
import io.grape.harness.RedisNode;
import io.grape.harness.Sleep;
import java.util.List;
import java.util.Optional;

/** Redis has no memory left: new jobs are refused, and the others go on. */
record MemoryFull(FaultContext<Standalone> scene) implements Fault {
    @Override
    public void run() {
        RedisNode redis = scene.stage().redis();
        redis.ask(to -> to.configSet("maxmemory", Long.toString(used(to.info("memory")) / 2)));
        try {
            Sleep.millis(scene.millis(1500, 4000));
        } finally {
            redis.ask(to -> to.configSet("maxmemory", Standalone.MEMORY));
        }
    }

    private static long used(String memory) {
        return Long.parseLong(memory.replaceAll("(?s).*used_memory:(\\d+).*", "$1"));
    }

    @Override
    public Optional<String> objection(List<Entry> meanwhile) {
        if (CallCounts.produces(meanwhile, CallOutcome.REFUSED) == 0) {
            return Optional.of("no produce was refused, expected some");
        }
        if (CallCounts.finishes(meanwhile, CallOutcome.DONE) == 0) {
            return Optional.of("nothing was finished, expected that to go on");
        }
        long lost = CallCounts.finishes(meanwhile, CallOutcome.UNKNOWN);
        return lost == 0 ? Optional.empty() : Optional.of(lost + " finishes failed, expected none");
    }
}
