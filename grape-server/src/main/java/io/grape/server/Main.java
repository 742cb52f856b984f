package io.grape.server;

import io.grape.core.GrapeException;
import io.grape.redis.RedisStore;
import io.grape.server.config.OptionValues;
import io.grape.server.config.Options;
import java.util.List;
import org.slf4j.LoggerFactory;

/** Starts a broker, or the doctor: reads what it is told, and refuses what it does not understand with exit status 64. */
public final class Main {
    private static final int USAGE = 64;
    /** The one word before the options. */
    private static final String DOCTOR = "doctor";

    private Main() {}

    public static void main(String[] args) {
        Logging.configure();
        boolean doctor = args.length > 0 && args[0].equals(DOCTOR);
        List<String> given = List.of(args).subList(doctor ? 1 : 0, args.length);
        if (given.contains("--help") || given.contains("-h")) {
            System.out.print(doctor ? Options.doctorHelp() : Options.help());
            return;
        }
        OptionValues options;
        try {
            options = OptionValues.read(given, System.getenv());
            options.find(Options.REDIS).ifPresent(RedisStore::checkUri);
        } catch (GrapeException e) {
            System.err.println("grape: " + e.detail());
            System.exit(USAGE);
            return;
        }
        if (doctor) {
            System.exit(new Doctor(options, System.out).run());
            return;
        }
        LoggerFactory.getLogger(Main.class).info("starting version={} {}", Version.TEXT, options.shown());
        new BrokerProcess().run(ServerConfig.of(options));
    }
}
