package io.grape.server.http.v1;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.grape.core.ErrorCode;
import io.grape.core.GrapeException;
import io.grape.core.TubeName;
import io.grape.core.tube.Tube;
import io.grape.core.tube.Tubes;
import io.grape.server.failure.BrokenTubes;
import io.grape.server.failure.Failures;
import io.grape.server.http.call.Request;
import io.vertx.core.Future;
import java.util.ArrayList;
import java.util.Base64;
import java.util.Collection;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Lists tubes by name, a page at a time; never asks Redis for more than a few of them at once. */
public final class TubePager {
    private static final int CONCURRENCY = 50;

    private final Tubes tubes;
    private final Request request;

    TubePager(Tubes tubes, Request request) {
        this.tubes = tubes;
        this.request = request;
    }

    /**
     * A part of the tubes.
     *
     * @param next the cursor of the page after this one, null at the end
     */
    record Page(List<Tube> tubes, @Nullable String next) {}

    /** Of the tubes whose names have a part, those behind a cursor; null = from the start. */
    Future<Page> page(int limit, @Nullable String cursor, String part) {
        TubeName behind = behind(cursor);
        return request.await(tubes.names()).compose(all -> {
            List<TubeName> names = all.stream()
                    .filter(name -> name.value().contains(part))
                    .filter(name -> behind == null || name.compareTo(behind) > 0)
                    .filter(name -> request.caller().mayTube(name.value()))
                    .sorted()
                    .limit(limit + 1L)
                    .toList();
            List<TubeName> wanted = names.subList(0, Math.min(limit, names.size()));
            String next = names.size() > limit ? cursor(wanted.get(limit - 1)) : null;
            return describe(wanted, 0, new ArrayList<>()).map(found -> new Page(found, next));
        });
    }

    private Future<List<Tube>> describe(List<TubeName> names, int from, List<Tube> found) {
        if (from == names.size()) {
            return Future.succeededFuture(found);
        }
        int to = Math.min(names.size(), from + CONCURRENCY);
        return Future.all(names.subList(from, to).stream().map(this::describe).toList())
                .compose(described -> {
                    Collection<@Nullable Tube> some = described.list();
                    some.stream().filter(Objects::nonNull).forEach(found::add);
                    return describe(names, to, found);
                });
    }

    /** Null for a tube that is gone meanwhile, or broken. */
    private Future<@Nullable Tube> describe(TubeName name) {
        return request.await(tubes.describe(name))
                .recover(failure ->
                        Failures.is(ErrorCode.TUBE_NOT_FOUND, failure) || BrokenTubes.passedOver(name, failure)
                                ? Future.succeededFuture()
                                : Future.failedFuture(failure));
    }

    /** What names the place behind a tube. */
    public static String cursor(TubeName last) {
        return Base64.getUrlEncoder()
                .withoutPadding()
                .encodeToString(last.value().getBytes(UTF_8));
    }

    /** The tube that a cursor names; null without one. */
    public static @Nullable TubeName behind(@Nullable String cursor) {
        if (cursor == null) {
            return null;
        }
        try {
            return new TubeName(new String(Base64.getUrlDecoder().decode(cursor), UTF_8));
        } catch (IllegalArgumentException | GrapeException e) {
            throw GrapeException.badValue("cursor", "what an earlier page named as next", "'" + cursor + "'");
        }
    }
}
