package io.grape.server;

import io.grape.core.ErrorCode;
import io.grape.core.GrapeException;
import io.grape.redis.RedisStore;
import io.grape.server.config.OptionValues;
import io.grape.server.config.Options;
import java.util.List;
import java.util.Set;
import org.slf4j.LoggerFactory;

/** Starts a broker, the doctor, or a word about accounts: reads what it is told, and refuses what it does not understand with exit status 64. */
public final class Main {
    private static final int USAGE = 64;
    private static final String DOCTOR = "doctor";
    private static final String USER = "user";
    private static final String TOKEN = "token";
    /** One of them may stand before the options. */
    private static final Set<String> WORDS = Set.of(DOCTOR, USER, TOKEN);

    private Main() {}

    public static void main(String[] args) {
        Logging.configure();
        String word = args.length > 0 && WORDS.contains(args[0]) ? args[0] : "";
        List<String> given = List.of(args).subList(word.isEmpty() ? 0 : 1, args.length);
        if (given.contains("--help") || given.contains("-h")) {
            System.out.print(help(word));
            return;
        }
        try {
            switch (word) {
                case DOCTOR -> System.exit(new Doctor(options(given), System.out).run());
                case USER, TOKEN -> System.exit(account(word, given));
                default -> broker(options(given));
            }
        } catch (GrapeException e) {
            System.err.println("grape: " + e.detail());
            System.exit(USAGE);
        }
    }

    private static String help(String word) {
        return switch (word) {
            case DOCTOR -> Options.doctorHelp();
            case USER -> UserWord.USAGE;
            case TOKEN -> TokenWord.USAGE;
            default -> Options.help();
        };
    }

    private static OptionValues options(List<String> given) {
        OptionValues options = OptionValues.read(given, System.getenv());
        options.find(Options.REDIS).ifPresent(RedisStore::checkUri);
        return options;
    }

    private static void broker(OptionValues options) {
        ServerConfig config = ServerConfig.of(options);
        LoggerFactory.getLogger(Main.class).info("starting version={} {}", Version.TEXT, options.shown());
        new BrokerProcess().run(config);
    }

    /** What is not right about the words is told as that; what the store says is a failure. */
    private static int account(String word, List<String> args) {
        WordArguments given = WordArguments.read(args);
        ServerConfig.Store where = ServerConfig.of(options(given.options())).store();
        try {
            AccountStore.with(
                            where,
                            store -> word.equals(USER)
                                    ? new UserWord(store, given).run()
                                    : new TokenWord(store, given).run())
                    .forEach(System.out::println);
            return Lifetime.OK;
        } catch (GrapeException e) {
            if (e.code() == ErrorCode.BAD_REQUEST) {
                throw e;
            }
            System.err.println("grape: " + e.detail());
            return Lifetime.FAILED;
        }
    }
}
