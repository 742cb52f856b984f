package io.grape.server;

import io.grape.core.overload.OverloadOptions;
import io.grape.server.config.OptionValues;
import io.grape.server.config.Options;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** What a broker is told at its start. Source: {@code docs/operations.md#options}. */
public record ServerConfig(
        ListenerOptions listeners,
        StoreOptions store,
        MetricsOptions metrics,
        RepairOptions selfCheck,
        ConsoleOptions console,
        AccessOptions access,
        BeanstalkdOptions beanstalkd) {
    /** One without the protocol of beanstalkd. */
    public ServerConfig(
            ListenerOptions listeners,
            StoreOptions store,
            MetricsOptions metrics,
            RepairOptions selfCheck,
            ConsoleOptions console,
            AccessOptions access) {
        this(listeners, store, metrics, selfCheck, console, access, BeanstalkdOptions.OFF);
    }

    /** One without a console, that asks nobody who he is. */
    public ServerConfig(
            ListenerOptions listeners, StoreOptions store, MetricsOptions metrics, RepairOptions selfCheck) {
        this(listeners, store, metrics, selfCheck, ConsoleOptions.OFF, AccessOptions.OPEN);
    }

    /**
     * Names by which browsers may call it, beside those that nobody else can have; null = any: who is asked shows what no
     * other site's page has.
     */
    public @Nullable Set<String> allowedHosts() {
        return access.required() && access.hosts().isEmpty() ? null : access.hosts();
    }

    public static ServerConfig of(OptionValues options) {
        AccessOptions access = AccessOptions.of(options);
        return new ServerConfig(
                ListenerOptions.of(options),
                new StoreOptions(
                        options.find(Options.REDIS).orElse(null),
                        options.get(Options.NAMESPACE),
                        options.get(Options.DATA_DIR),
                        options.get(Options.REDIS_TIMEOUT),
                        options.get(Options.REDIS_WAIT),
                        options.get(Options.ALLOW_UNSAFE_REDIS),
                        new OverloadOptions(
                                options.get(Options.OVERLOAD_TARGET),
                                options.get(Options.OVERLOAD_INTERVAL),
                                options.get(Options.OVERLOAD_QUEUE),
                                options.get(Options.OVERLOAD_WARM_UP))),
                new MetricsOptions(options.get(Options.METRICS_TUBES)),
                new RepairOptions(options.get(Options.SELF_CHECK)),
                new ConsoleOptions(
                        options.get(Options.CONSOLE_PORT),
                        !options.isGiven(Options.CONSOLE_PORT),
                        options.get(Options.CONSOLE_BASE_PATH)),
                access,
                BeanstalkdOptions.of(options, access));
    }
}
