package io.grape.chaos.fault;

import io.grape.chaos.stage.Cluster;
import io.grape.chaos.stage.Sentinels;
import io.grape.chaos.stage.Settings;
import io.grape.chaos.stage.Stage;
import io.grape.chaos.stage.Standalone;
import java.util.List;
import java.util.function.Function;

/**
 * A stage, how jobs are produced there, and what can be broken.
 *
 * @param ack the acknowledgement level of produces
 * @param mayLose whether a fault may excuse that a job is lost
 */
public record Ground<S extends Stage>(
        String name, String ack, boolean mayLose, Function<Settings, S> opener, List<Kind<S>> kinds) {
    private static final String DISK = "disk";

    public static final Ground<Standalone> STANDALONE =
            new Ground<>("standalone", DISK, false, Standalone::open, Catalogue.standalone());
    public static final Ground<Standalone> POWER =
            new Ground<>("power", DISK, true, Standalone::open, Catalogue.power());
    public static final Ground<Sentinels> SENTINELS =
            new Ground<>("sentinels", DISK, true, Sentinels::open, Catalogue.sentinels(""));
    public static final Ground<Sentinels> GUARDED =
            new Ground<>("guarded", DISK, true, Sentinels::guarded, Catalogue.sentinels("-guarded"));
    public static final Ground<Sentinels> CONFIRMED =
            new Ground<>("confirmed", "replica:1", false, Sentinels::open, Catalogue.sentinels("-confirmed"));
    public static final Ground<Cluster> CLUSTER =
            new Ground<>("cluster", DISK, true, Cluster::open, Catalogue.cluster());

    public static final List<Ground<?>> ALL = List.of(STANDALONE, POWER, SENTINELS, GUARDED, CONFIRMED, CLUSTER);

    public Ground {
        kinds = List.copyOf(kinds);
    }

    /** The same with fewer kinds. */
    public Ground<S> only(List<String> names) {
        return new Ground<>(
                name,
                ack,
                mayLose,
                opener,
                kinds.stream().filter(kind -> names.contains(kind.name())).toList());
    }
}
