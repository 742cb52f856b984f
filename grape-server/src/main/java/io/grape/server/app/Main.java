package io.grape.server.app;

import io.grape.core.ErrorCode;
import io.grape.core.GrapeException;
import io.grape.redis.RedisStore;
import io.grape.redis.migration.Grape13Redis;
import io.grape.server.ServerConfig;
import io.grape.server.StoreOptions;
import io.grape.server.access.CommandAudit;
import io.grape.server.cli.AccountCommand;
import io.grape.server.config.OptionValues;
import io.grape.server.config.Options;
import io.grape.server.migration.Grape13Import;
import io.grape.server.migration.ImportCommand;
import io.grape.server.migration.ImportTarget;
import java.time.Duration;
import java.util.List;
import java.util.function.Function;
import org.slf4j.LoggerFactory;

/** Starts a broker, the doctor, or a word about accounts: reads what it is told, and refuses what it does not understand with exit status 64. */
public final class Main {
    private static final int USAGE = 64;
    private static final String DOCTOR = "doctor";
    private static final Duration OLD_TIMEOUT = Duration.ofSeconds(10);

    private Main() {}

    public static void main(String[] args) {
        Logging.configure();
        String word = args.length > 0 && isWord(args[0]) ? args[0] : "";
        List<String> given = List.of(args).subList(word.isEmpty() ? 0 : 1, args.length);
        if (given.contains("--help") || given.contains("-h")) {
            System.out.print(help(word));
            return;
        }
        try {
            if (word.isEmpty()) {
                broker(options(given));
            } else {
                System.exit(
                        switch (word) {
                            case DOCTOR -> new Doctor(options(given), System.out).run();
                            case ImportCommand.NAME -> take(ImportCommand.of(given));
                            default -> account(word, given);
                        });
            }
        } catch (GrapeException e) {
            System.err.println("grape: " + e.detail());
            System.exit(USAGE);
        }
    }

    /** One may stand before the options. */
    private static boolean isWord(String text) {
        return text.equals(DOCTOR) || text.equals(ImportCommand.NAME) || AccountCommand.NAMES.contains(text);
    }

    private static String help(String word) {
        if (word.isEmpty()) {
            return Options.help();
        }
        return switch (word) {
            case DOCTOR -> Options.doctorHelp();
            case ImportCommand.NAME -> ImportCommand.USAGE;
            default -> AccountCommand.usage(word);
        };
    }

    private static OptionValues options(List<String> given) {
        OptionValues options = OptionValues.read(given, System.getenv());
        options.find(Options.REDIS).ifPresent(RedisStore::checkUri);
        OptionValues.flagsWithSecrets(given)
                .forEach(flag -> LoggerFactory.getLogger(Main.class)
                        .warn(
                                "a password stands in a flag, where everybody on this machine sees it; the environment or the"
                                        + " file of --config keep it flag={}",
                                flag));
        return options;
    }

    private static void broker(OptionValues options) {
        ServerConfig config = ServerConfig.of(options);
        LoggerFactory.getLogger(Main.class).info("starting version={} {}", Version.TEXT, options.shown());
        new BrokerProcess().run(config);
    }

    /** What is not right about the words is told as that; what the store says is a failure. */
    private static int account(String name, List<String> args) {
        AccountCommand word = AccountCommand.of(name, args);
        return atStore(word.options(), store -> {
            word.run(store.accounts(), store.audit()).forEach(System.out::println);
            return ProcessLifecycle.OK;
        });
    }

    /** Ends as a failure where something could not be taken over. */
    private static int take(ImportCommand word) {
        RedisStore.checkUri(word.from());
        return atStore(word.options(), store -> {
            try (Grape13Redis old = Grape13Redis.open(word.from(), word.namespace(), OLD_TIMEOUT)) {
                ImportTarget into = new ImportTarget(store.tubes(), store.adoption(), new CommandAudit(store.audit()));
                long left = new Grape13Import(old, into, System.out::println).run(word.act());
                return left == 0 ? ProcessLifecycle.OK : ProcessLifecycle.FAILED;
            }
        });
    }

    private static int atStore(List<String> options, Function<RedisStore, Integer> action) {
        StoreOptions where = ServerConfig.of(options(options)).store();
        try {
            return StoreOpener.forAMoment(where, action);
        } catch (GrapeException e) {
            if (e.code() == ErrorCode.BAD_REQUEST) {
                throw e;
            }
            System.err.println("grape: " + e.detail());
            return ProcessLifecycle.FAILED;
        }
    }
}
