package io.grape.server.http.v1;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.grape.core.GrapeException;
import io.grape.core.TubeName;
import io.grape.core.tube.Tube;
import io.grape.core.tube.Tubes;
import io.grape.server.failure.FanOut;
import io.grape.server.http.call.Request;
import io.vertx.core.Future;
import java.util.Base64;
import java.util.List;
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
            return request.await(FanOut.tubes(wanted, CONCURRENCY, tubes::describe))
                    .map(found -> new Page(List.copyOf(found.values()), next));
        });
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
