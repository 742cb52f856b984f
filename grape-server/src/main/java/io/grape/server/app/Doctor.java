package io.grape.server.app;

import io.grape.command.Plain;
import io.grape.core.ErrorCode;
import io.grape.core.GrapeException;
import io.grape.embedded.EmbeddedRedis;
import io.grape.redis.RedisStore;
import io.grape.redis.script.StoreListener;
import io.grape.server.ServerConfig;
import io.grape.server.StoreOptions;
import io.grape.server.check.RedisDiagnosis;
import io.grape.server.config.OptionValues;
import io.grape.server.config.Options;
import io.grape.server.doctor.Finding;
import io.grape.server.doctor.ProxyCheck;
import io.grape.server.doctor.RedisCheck;
import io.vertx.core.Future;
import java.io.PrintStream;
import java.util.ArrayList;
import java.util.List;

/** Looks at what a broker with these options would run on, and says it, one line a check; starts no broker. */
public final class Doctor {
    private final OptionValues options;
    private final PrintStream out;

    Doctor(OptionValues options, PrintStream out) {
        this.options = options;
        this.out = out;
    }

    /** Returns the exit status: 0 when all is fit, 1 when something loses jobs, or Redis cannot be reached. */
    int run() {
        try {
            List<Finding> findings = new ArrayList<>(found());
            options.find(Options.THROUGH)
                    .ifPresent(url -> findings.add(ProxyCheck.of(url, options.get(Options.THROUGH_WAIT))));
            findings.forEach(finding -> out.println(Plain.text(finding.line())));
            boolean unfit =
                    findings.stream().anyMatch(finding -> finding.severity().isUnfit());
            return unfit ? ProcessLifecycle.FAILED : ProcessLifecycle.OK;
        } catch (GrapeException e) {
            System.err.println("grape: " + Plain.text(e.detail()));
            return ProcessLifecycle.FAILED;
        }
    }

    private List<Finding> found() {
        StoreOptions given = ServerConfig.of(options).store();
        if (given.redis() != null) {
            return of(given, given.redis());
        }
        try (EmbeddedRedis redis = DataDirOption.durableRedis(given.dataDir())) {
            return of(given, redis.uri());
        }
    }

    private static List<Finding> of(StoreOptions given, String uri) {
        try (RedisStore store = RedisStore.open(StoreOpener.options(given, uri), StoreListener.NONE)) {
            List<Finding> findings =
                    new ArrayList<>(new RedisDiagnosis(store, uri).run().await());
            findings.add(scripts(store));
            return findings;
        } catch (GrapeException e) {
            // A URI that is none was refused before: this one is of another kind of Redis.
            if (e.code() == ErrorCode.BAD_REQUEST) {
                return List.of(RedisCheck.noCluster());
            }
            throw e;
        }
    }

    private static Finding scripts(RedisStore store) {
        return Future.fromCompletionStage(store.checkScripts())
                .map(ran -> Finding.scriptsRun())
                .otherwise(failure -> Finding.noScripts(String.valueOf(failure.getMessage())))
                .await();
    }
}
