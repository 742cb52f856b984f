package io.grape.chaos.fault;

import io.grape.chaos.stage.Cluster;
import io.grape.chaos.stage.Deployment;
import io.grape.chaos.stage.Sentinels;
import io.grape.chaos.stage.Settings;
import io.grape.chaos.stage.Standalone;
import java.util.List;
import java.util.function.Function;

/**
 * A stage, how jobs are produced there, and what can be broken.
 *
 * @param ack the acknowledgement level of produces
 * @param mayLose whether a fault may excuse that a job is lost
 */
public record Environment<S extends Deployment>(
        String name, String ack, boolean mayLose, Function<Settings, S> opener, List<FaultType<S>> kinds) {
    private static final String DISK = "disk";

    public static final Environment<Standalone> STANDALONE =
            new Environment<>("standalone", DISK, false, Standalone::open, Faults.standalone());
    public static final Environment<Standalone> POWER =
            new Environment<>("power", DISK, true, Standalone::open, Faults.power());
    public static final Environment<Sentinels> SENTINELS =
            new Environment<>("sentinels", DISK, true, Sentinels::open, Faults.sentinels(""));
    public static final Environment<Sentinels> GUARDED =
            new Environment<>("guarded", DISK, true, Sentinels::guarded, Faults.sentinels("-guarded"));
    public static final Environment<Sentinels> CONFIRMED =
            new Environment<>("confirmed", "replica:1", false, Sentinels::open, Faults.sentinels("-confirmed"));
    public static final Environment<Cluster> CLUSTER =
            new Environment<>("cluster", DISK, true, Cluster::open, Faults.cluster());

    public static final List<Environment<?>> ALL = List.of(STANDALONE, POWER, SENTINELS, GUARDED, CONFIRMED, CLUSTER);

    public Environment {
        kinds = List.copyOf(kinds);
    }

    /** The same with fewer kinds. */
    public Environment<S> only(List<String> names) {
        return new Environment<>(
                name,
                ack,
                mayLose,
                opener,
                kinds.stream().filter(kind -> names.contains(kind.name())).toList());
    }
}
