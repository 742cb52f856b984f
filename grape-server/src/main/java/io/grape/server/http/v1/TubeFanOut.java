package io.grape.server.http.v1;

import io.grape.core.TubeName;
import io.grape.server.failure.FanOut;
import io.grape.server.http.call.Request;
import io.vertx.core.Future;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Stream;

/** Asks tubes one and the same, by name: as many as it may, or until enough had something to tell. */
public final class TubeFanOut<T> {
    private static final int CONCURRENCY = 50;

    private final Request request;
    private final List<TubeName> names;
    private final Predicate<T> isNothing;
    private final int enough;
    private final SortedMap<TubeName, T> found = new TreeMap<>();
    private int asked;

    /** @param names in their order */
    public TubeFanOut(Request request, Stream<TubeName> names, int most, Predicate<T> isNothing, int enough) {
        this.request = request;
        this.names = names.limit(most).toList();
        this.isNothing = isNothing;
        this.enough = enough;
    }

    /** How many were asked. */
    public int asked() {
        return asked;
    }

    /** The last that was asked. */
    public TubeName lastAsked() {
        return names.get(asked - 1);
    }

    /** What those told that had something to tell. */
    public Future<SortedMap<TubeName, T>> ask(Function<TubeName, CompletionStage<T>> question) {
        if (asked == names.size() || found.size() >= enough) {
            return Future.succeededFuture(found);
        }
        List<TubeName> some =
                names.subList(asked, Math.min(names.size(), asked + Math.min(CONCURRENCY, enough - found.size())));
        return request.await(FanOut.tubes(some, CONCURRENCY, question)).compose(answers -> {
            answers.forEach((tube, answer) -> {
                if (!isNothing.test(answer)) {
                    found.put(tube, answer);
                }
            });
            asked += some.size();
            return ask(question);
        });
    }
}
