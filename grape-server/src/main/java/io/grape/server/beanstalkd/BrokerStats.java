package io.grape.server.beanstalkd;

import io.grape.core.TubeCounter;
import io.grape.core.TubeName;
import io.grape.core.tube.Tubes;
import io.grape.server.failure.FanOut;
import java.lang.management.ManagementFactory;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ThreadLocalRandom;
import java.util.function.BooleanSupplier;

/** What {@code stats} shows: the jobs of all tubes, and what happened at this broker. */
final class BrokerStats {
    private static final int TUBES_AT_A_TIME = 16;
    /** What is kept of a tube that was added up. */
    private static final Boolean ADDED = true;
    /** In the order in which they are shown. */
    private static final List<CommandName> COMMANDS = List.of(
            CommandName.PUT,
            CommandName.PEEK,
            CommandName.PEEK_READY,
            CommandName.PEEK_DELAYED,
            CommandName.PEEK_BURIED,
            CommandName.RESERVE,
            CommandName.RESERVE_WITH_TIMEOUT,
            CommandName.DELETE,
            CommandName.RELEASE,
            CommandName.USE,
            CommandName.WATCH,
            CommandName.IGNORE,
            CommandName.BURY,
            CommandName.KICK,
            CommandName.TOUCH,
            CommandName.STATS,
            CommandName.STATS_JOB,
            CommandName.STATS_TUBE,
            CommandName.LIST_TUBES,
            CommandName.LIST_TUBE_USED,
            CommandName.LIST_TUBES_WATCHED,
            CommandName.PAUSE_TUBE);

    /** What is a number of the log of changes of beanstalkd, which is Redis's here. */
    private static final List<String> OF_NO_LOG = List.of(
            "binlog-oldest-index",
            "binlog-current-index",
            "binlog-records-migrated",
            "binlog-records-written",
            "binlog-max-size");

    private final Tubes tubes;
    private final Usage usage;
    private final String version;
    private final int maxPayload;
    private final BooleanSupplier draining;
    private final SharedAnswer<TubeSums> sums = new SharedAnswer<>(this::sum);
    private final String id =
            String.format(Locale.ROOT, "%016x", ThreadLocalRandom.current().nextLong());

    BrokerStats(Tubes tubes, Usage usage, String version, int maxPayload, BooleanSupplier draining) {
        this.tubes = tubes;
        this.usage = usage;
        this.version = version;
        this.maxPayload = maxPayload;
        this.draining = draining;
    }

    CompletionStage<Reply> reply() {
        return sums.get().thenApply(this::reply);
    }

    /** The jobs of all tubes. They are added up as they come, because the tubes themselves could fill the memory. */
    private CompletionStage<TubeSums> sum() {
        return tubes.names().thenCompose(names -> {
            TubeSums sums = new TubeSums();
            return FanOut.tubes(
                            names,
                            TUBES_AT_A_TIME,
                            tube -> tubes.describe(tube).thenApply(found -> {
                                sums.add(found);
                                return ADDED;
                            }))
                    .thenApply(all -> sums);
        });
    }

    private Reply reply(TubeSums sums) {
        Yaml yaml = sums.addJobs(new Yaml());
        COMMANDS.forEach(name -> yaml.add("cmd-" + name.wireName(), usage.times(name)));
        yaml.add("job-timeouts", sums.total(TubeCounter.EXPIRED))
                .add("total-jobs", sums.total(TubeCounter.PRODUCED))
                .add("max-job-size", maxPayload)
                .add("current-tubes", tubes(sums.names()))
                .add("current-connections", usage.connections())
                .add("current-producers", usage.producers())
                .add("current-workers", usage.workers())
                .add("current-waiting", usage.waiting())
                .add("total-connections", usage.connectionsEver())
                .add("pid", ProcessHandle.current().pid())
                .addText("version", version);
        addProcess(yaml);
        OF_NO_LOG.forEach(name -> yaml.add(name, 0));
        return yaml.add("draining", Boolean.toString(draining.getAsBoolean()))
                .add("id", id)
                .addText("hostname", host())
                .addText("os", System.getProperty("os.version"))
                .addText("platform", System.getProperty("os.arch"))
                .reply();
    }

    private long tubes(Set<TubeName> stored) {
        Set<TubeName> known = new TreeSet<>(stored);
        known.addAll(usage.tubes());
        known.add(Session.DEFAULT_TUBE);
        return known.size();
    }

    /** The JVM does not tell user and system time apart. */
    private static void addProcess(Yaml yaml) {
        Duration cpu = ProcessHandle.current().info().totalCpuDuration().orElse(Duration.ZERO);
        yaml.add("rusage-utime", String.format(Locale.ROOT, "%d.%06d", cpu.toSeconds(), cpu.toNanosPart() / 1000))
                .add("rusage-stime", "0.000000")
                .add("uptime", ManagementFactory.getRuntimeMXBean().getUptime() / 1000);
    }

    private static String host() {
        try {
            return InetAddress.getLocalHost().getHostName();
        } catch (UnknownHostException e) {
            return "unknown";
        }
    }
}
