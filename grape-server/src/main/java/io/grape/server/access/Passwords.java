package io.grape.server.access;

import static java.nio.charset.StandardCharsets.UTF_8;

import at.favre.lib.crypto.bcrypt.BCrypt;
import at.favre.lib.crypto.bcrypt.LongPasswordStrategies;
import at.favre.lib.crypto.bcrypt.LongPasswordStrategy;
import io.grape.core.ErrorCode;
import io.grape.core.GrapeException;
import java.util.Locale;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Hashes passwords with bcrypt, which takes a quarter of a second on purpose: on threads of its own, no more than half of the
 * processors, so that who tries passwords does not stop the broker. Thread-safe.
 */
public final class Passwords implements AutoCloseable {
    /** Each one more takes twice the time. */
    public static final int USUAL_COST = 12;

    private static final int MIN = 8;
    private static final int MAX = 1000;
    private static final int WAITING = 64;
    private static final long IDLE_SECONDS = 10;
    private static final BCrypt.Version VERSION = BCrypt.Version.VERSION_2A;
    /** bcrypt itself looks at 72 bytes; a longer one is hashed before. */
    private static final LongPasswordStrategy LONG = LongPasswordStrategies.hashSha512(VERSION);

    private final int cost;
    /** Of no password that anybody knows, of the same cost: who is not there takes as long as who is. */
    private final String nobodys;

    private final ThreadPoolExecutor workers;

    /** Hashes at the usual cost. */
    public Passwords() {
        this(USUAL_COST);
    }

    /** Hashes at another cost; 4 is the least, for tests. */
    public Passwords(int cost) {
        this.cost = cost;
        this.nobodys =
                String.format(Locale.ROOT, "$2a$%02d$abcdefghijklmnopqrstuuGzGfS0cVqWWYgAl9uXQ0kMdu2b1TQpK", cost);
        int most = Math.max(1, Runtime.getRuntime().availableProcessors() / 2);
        workers = new ThreadPoolExecutor(
                most, most, IDLE_SECONDS, TimeUnit.SECONDS, new ArrayBlockingQueue<>(WAITING), Passwords::thread);
        workers.allowCoreThreadTimeOut(true);
    }

    private static Thread thread(Runnable task) {
        Thread thread = new Thread(task, "passwords");
        thread.setDaemon(true);
        return thread;
    }

    /** One that nobody guesses, to be shown once. */
    public static String random() {
        return SecretTokens.password();
    }

    /** The hash to keep; fails with BAD_REQUEST where the password is too short. */
    public CompletionStage<String> hash(String password) {
        int length = password.codePointCount(0, password.length());
        if (length < MIN || length > MAX) {
            throw GrapeException.badValue("password", MIN + " to " + MAX + " characters", "one of " + length);
        }
        return worked(() -> new String(BCrypt.with(LONG).hash(cost, password.getBytes(UTF_8)), UTF_8));
    }

    /** True when it is the password of this hash; null = of nobody, which takes as long. */
    CompletionStage<Boolean> matches(String password, @Nullable String hash) {
        if (password.codePointCount(0, password.length()) > MAX) {
            return CompletableFuture.completedStage(false);
        }
        byte[] kept = (hash == null ? nobodys : hash).getBytes(UTF_8);
        return worked(() -> BCrypt.verifyer(VERSION, LONG).verify(password.getBytes(UTF_8), kept).verified)
                .thenApply(same -> same && hash != null);
    }

    /** The hash that stands for users that do not exist. */
    public String nobodys() {
        return nobodys;
    }

    private <T> CompletionStage<T> worked(Supplier<T> task) {
        try {
            return CompletableFuture.supplyAsync(task, workers);
        } catch (RejectedExecutionException e) {
            throw new GrapeException(ErrorCode.OVERLOADED, "too many passwords are being checked, retry in a moment");
        }
    }

    @Override
    public void close() {
        workers.shutdownNow();
    }
}
