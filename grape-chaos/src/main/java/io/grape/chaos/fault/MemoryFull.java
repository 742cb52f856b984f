package io.grape.chaos.fault;

import io.grape.chaos.history.Entry;
import io.grape.chaos.history.Outcome;
import io.grape.chaos.stage.Admin;
import io.grape.chaos.stage.Standalone;
import io.grape.chaos.stage.Wait;
import java.util.List;
import java.util.Optional;

/** Redis has no memory left: new jobs are refused, and the others go on. */
record MemoryFull(Scene<Standalone> scene) implements Fault {
    @Override
    public void run() {
        int port = scene.stage().redis().port();
        Admin.ask(port, redis -> redis.configSet("maxmemory", Long.toString(used(redis.info("memory")) / 2)));
        try {
            Wait.millis(scene.millis(1500, 4000));
        } finally {
            Admin.ask(port, redis -> redis.configSet("maxmemory", Standalone.MEMORY));
        }
    }

    private static long used(String memory) {
        return Long.parseLong(memory.replaceAll("(?s).*used_memory:(\\d+).*", "$1"));
    }

    @Override
    public Optional<String> objection(List<Entry> meanwhile) {
        if (Fared.produces(meanwhile, Outcome.REFUSED) == 0) {
            return Optional.of("no produce was refused, expected some");
        }
        if (Fared.finishes(meanwhile, Outcome.DONE) == 0) {
            return Optional.of("nothing was finished, expected that to go on");
        }
        long lost = Fared.finishes(meanwhile, Outcome.UNKNOWN);
        return lost == 0 ? Optional.empty() : Optional.of(lost + " finishes failed, expected none");
    }
}
