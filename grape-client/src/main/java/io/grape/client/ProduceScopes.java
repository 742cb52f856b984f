package io.grape.client;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The scopes of several interceptors, as one. What throws is logged, and costs no job. For a library that writes jobs elsewhere,
 * such as into an outbox.
 */
public final class ProduceScopes implements ProduceScope {
    private static final Logger LOG = LoggerFactory.getLogger(ProduceScopes.class);

    private final Tube<?> tube;
    private final List<ProduceScope> scopes;

    private ProduceScopes(Tube<?> tube, List<ProduceScope> scopes) {
        this.tube = tube;
        this.scopes = scopes;
    }

    /** {@linkplain ProduceInterceptor#begin Begins} with all of them, in their order. */
    public static ProduceScopes begin(
            List<? extends ProduceInterceptor> interceptors, Tube<?> tube, List<? extends NewJob<?>> jobs) {
        List<ProduceScope> scopes = new ArrayList<>();
        for (ProduceInterceptor each : interceptors) {
            try {
                scopes.add(Objects.requireNonNull(each.begin(tube, jobs), "scope: expected one, got null"));
            } catch (RuntimeException e) {
                LOG.warn("an interceptor failed, the jobs are produced without it tube={}", tube, e);
            }
        }
        return new ProduceScopes(tube, scopes);
    }

    /** Of two headers of one name, the last one. */
    @Override
    public Map<String, String> headers() {
        Map<String, String> all = new LinkedHashMap<>();
        for (ProduceScope scope : scopes) {
            try {
                all.putAll(scope.headers());
            } catch (RuntimeException e) {
                LOG.warn("an interceptor failed, the jobs are produced without its headers tube={}", tube, e);
            }
        }
        return all;
    }

    @Override
    public void ended(@Nullable Throwable failure) {
        for (ProduceScope scope : scopes) {
            try {
                scope.ended(failure);
            } catch (RuntimeException e) {
                LOG.warn("an interceptor failed after a produce tube={}", tube, e);
            }
        }
    }
}
