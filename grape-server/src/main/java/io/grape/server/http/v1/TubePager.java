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
import java.util.NavigableSet;
import org.jspecify.annotations.Nullable;

/** Lists tubes by name, a page at a time; never asks Redis for more than a few of them at once. */
public final class TubePager {
    private static final int CONCURRENCY = 50;
    /** A tube with its settings and counts, and what is made of it for the response. */
    private static final long BYTES_OF_A_TUBE = 8 * 1024;

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
            List<TubeName> names = after(all, behind).stream()
                    .filter(name -> name.value().contains(part))
                    .filter(name -> request.caller().mayTube(name.value()))
                    .limit(limit + 1L)
                    .toList();
            List<TubeName> wanted = names.subList(0, Math.min(limit, names.size()));
            String next = names.size() > limit ? cursor(wanted.get(limit - 1)) : null;
            return request.memory()
                    .awaitBytes(
                            BYTES_OF_A_TUBE * wanted.size(),
                            () -> FanOut.tubes(wanted, CONCURRENCY, tubes::describeInTurn),
                            found -> BYTES_OF_A_TUBE * found.size())
                    .map(found -> new Page(List.copyOf(found.values()), next));
        });
    }

    /** The names behind a cursor, as a view; null = all. */
    public static NavigableSet<TubeName> after(NavigableSet<TubeName> names, @Nullable TubeName cursor) {
        return cursor == null ? names : names.tailSet(cursor, false);
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
