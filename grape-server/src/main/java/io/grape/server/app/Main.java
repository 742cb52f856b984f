package io.grape.server.app;

import io.grape.command.Plain;
import io.grape.command.Utf8;
import io.grape.command.Words;
import io.grape.core.ErrorCode;
import io.grape.core.GrapeException;
import io.grape.redis.RedisStore;
import io.grape.redis.migration.Grape13Redis;
import io.grape.server.ServerConfig;
import io.grape.server.access.CommandAudit;
import io.grape.server.cli.AccountCommand;
import io.grape.server.config.OptionValues;
import io.grape.server.config.Options;
import io.grape.server.migration.Grape13Import;
import io.grape.server.migration.ImportCommand;
import io.grape.server.migration.ImportTarget;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.slf4j.LoggerFactory;
import picocli.CommandLine.ParseResult;

/** Runs a word of a broker's own program, {@code server} where none is named. What it does not understand ends it with exit status 64. */
public final class Main {
    /** The exit status of a process that goes on. */
    private static final int NONE = -1;

    private static final Duration OLD_TIMEOUT = Duration.ofSeconds(10);

    private Main() {}

    public static void main(String[] args) {
        Logging.configure();
        int status = run(List.of(args));
        if (status != NONE) {
            System.exit(status);
        }
    }

    private static int run(List<String> args) {
        try {
            Utf8.check(Utf8.encoding(), args, System.getenv());
            ParseResult read = read(args);
            return Words.isHelped(read) ? ProcessLifecycle.OK : run(read.subcommand());
        } catch (GrapeException e) {
            System.err.println("grape: " + Plain.text(e.detail()));
            return e.code() == ErrorCode.BAD_REQUEST ? Words.USAGE : ProcessLifecycle.FAILED;
        }
    }

    private static ParseResult read(List<String> args) {
        List<String> all = new ArrayList<>(args);
        if (args.isEmpty() || !BrokerWords.isWord(args.get(0))) {
            all.add(0, BrokerWords.SERVER);
        }
        return Words.read(List.of(BrokerWords.word(all.get(0))), all);
    }

    private static int run(ParseResult word) {
        OptionValues options = OptionValues.read(word, System.getenv());
        options.find(Options.REDIS).ifPresent(RedisStore::checkUri);
        options.flagsWithSecrets()
                .forEach(flag -> LoggerFactory.getLogger(Main.class)
                        .warn(
                                "a password stands in a flag, where everybody on this machine sees it; the environment or the"
                                        + " file of --config keep it flag={}",
                                flag));
        return switch (word.commandSpec().name()) {
            case BrokerWords.SERVER -> broker(options);
            case BrokerWords.DOCTOR -> new Doctor(options, System.out).run();
            case ImportCommand.NAME -> take(ImportCommand.of(word, System.getenv()), options);
            default -> account(AccountCommand.of(word), options);
        };
    }

    private static int broker(OptionValues options) {
        ServerConfig config = ServerConfig.of(options);
        LoggerFactory.getLogger(Main.class).info("starting version={} {}", Version.TEXT, options.shown());
        new BrokerProcess().run(config);
        return NONE;
    }

    private static int account(AccountCommand word, OptionValues options) {
        return StoreOpener.forAMoment(ServerConfig.of(options).store(), store -> {
            word.run(store.accounts(), store.audit()).forEach(Main::print);
            return ProcessLifecycle.OK;
        });
    }

    private static void print(String line) {
        System.out.println(Plain.text(line));
    }

    /** Ends as a failure where something could not be taken over. */
    private static int take(ImportCommand word, OptionValues options) {
        RedisStore.checkUri(word.from());
        return StoreOpener.forAMoment(ServerConfig.of(options).store(), store -> {
            try (Grape13Redis old = Grape13Redis.open(word.from(), word.namespace(), OLD_TIMEOUT)) {
                ImportTarget into = new ImportTarget(store.tubes(), store.adoption(), new CommandAudit(store.audit()));
                long left = new Grape13Import(old, into, Main::print).run(word.act());
                return left == 0 ? ProcessLifecycle.OK : ProcessLifecycle.FAILED;
            }
        });
    }
}
