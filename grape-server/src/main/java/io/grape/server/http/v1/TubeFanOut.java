package io.grape.server.http.v1;

import io.grape.core.ErrorCode;
import io.grape.core.TubeName;
import io.grape.server.failure.BrokenTubes;
import io.grape.server.failure.Failures;
import io.grape.server.http.call.Request;
import io.vertx.core.Future;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;
import java.util.function.Predicate;

/** Asks tubes one and the same, by name, a few at once: as many as it may, or until enough had something to tell. */
public final class TubeFanOut<T> {
    private static final int CONCURRENCY = 50;

    private final Request request;
    private final List<TubeName> names;
    private final Predicate<T> isNothing;
    private final int enough;
    private final SortedMap<TubeName, T> found = new TreeMap<>();
    private int asked;

    public TubeFanOut(Request request, Collection<TubeName> names, int most, Predicate<T> isNothing, int enough) {
        this.request = request;
        this.names = names.stream().sorted().limit(most).toList();
        this.isNothing = isNothing;
        this.enough = enough;
    }

    /** How many were asked. */
    public int asked() {
        return asked;
    }

    /** What those told that had something to tell. */
    public Future<SortedMap<TubeName, T>> ask(Function<TubeName, CompletionStage<T>> question) {
        if (asked == names.size() || found.size() >= enough) {
            return Future.succeededFuture(found);
        }
        List<TubeName> some =
                names.subList(asked, Math.min(names.size(), asked + Math.min(CONCURRENCY, enough - found.size())));
        List<Future<?>> answers = new ArrayList<>();
        some.forEach(tube -> answers.add(ask(tube, question)));
        return Future.all(answers).compose(done -> {
            asked += some.size();
            return ask(question);
        });
    }

    /** A tube or job that is gone meanwhile, or broken, has nothing to tell. */
    private Future<?> ask(TubeName tube, Function<TubeName, CompletionStage<T>> question) {
        return request.await(question.apply(tube))
                .onSuccess(answer -> {
                    if (!isNothing.test(answer)) {
                        found.put(tube, answer);
                    }
                })
                .<T>mapEmpty()
                .recover(failure -> Failures.is(ErrorCode.TUBE_NOT_FOUND, failure)
                                || Failures.is(ErrorCode.JOB_NOT_FOUND, failure)
                                || BrokenTubes.passedOver(tube, failure)
                        ? Future.succeededFuture()
                        : Future.failedFuture(failure));
    }
}
