package io.grape.server.access;

import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;

/**
 * The logins that are under way, so many of one address at the most: hashing a password takes long, and the room of those who wait
 * for it is everybody's. Thread-safe.
 */
final class LoginConcurrency {
    static final int MAX = 8;

    private final Map<String, Integer> underWay = new ConcurrentHashMap<>();

    /**
     * Runs a login.
     *
     * @param tooMany the result where the address has so many under way
     */
    <T> CompletionStage<T> run(String address, Supplier<CompletionStage<T>> login, T tooMany) {
        if (underWay.merge(address, 1, Integer::sum) > MAX) {
            ended(address);
            return CompletableFuture.completedStage(tooMany);
        }
        try {
            return login.get().whenComplete((done, failure) -> ended(address));
        } catch (RuntimeException e) {
            ended(address);
            throw e;
        }
    }

    private void ended(String address) {
        underWay.computeIfPresent(address, (same, count) -> count == 1 ? null : count - 1);
    }
}
