package io.grape.redis.model;

import io.grape.redis.InspectedStore;
import io.grape.redis.Invariants;
import io.grape.redis.Stored;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/**
 * Runs one sequence after another on a store and on the model, and compares the two after each step.
 *
 * <p>Nothing blocks: what a step came to is looked at in the thread that brings the answers, which sends the next step.
 */
record Runner(InspectedStore store) {
    /** What went wrong, empty when the store did as the model says. */
    CompletionStage<Optional<String>> run(Sequence sequence) {
        World world = new World(new Model(sequence.start()));
        store.setClock(Model.TUBE, sequence.start());
        return run(sequence.steps(), 0, world)
                .thenCompose(wrong -> store.clear().thenApply(cleared -> wrong));
    }

    private CompletionStage<Optional<String>> run(List<Step> steps, int at, World world) {
        if (at == steps.size()) {
            return CompletableFuture.completedStage(Optional.empty());
        }
        Step step = steps.get(at);
        if (step instanceof Step.ClockStep move) {
            world.model.now = move.moved(world);
            store.setClock(Model.TUBE, world.model.now);
            return run(steps, at + 1, world);
        }
        return run(step, world, at == steps.size() - 1)
                .thenCompose(wrong -> wrong.isPresent()
                        ? CompletableFuture.completedStage(wrong.map(text -> "step " + at + ": " + text))
                        : run(steps, at + 1, world));
    }

    private CompletionStage<Optional<String>> run(Step step, World world, boolean last) {
        Model model = world.model;
        Step.Call call = step.resolve(world);
        Answer expected = Answer.of(call.on(new Port(model.broker, model.tubes)))
                .toCompletableFuture()
                .join();
        if (expected.handout() != null) {
            world.note(expected.handout());
        }
        CompletionStage<Answer> answer = Answer.of(call.on(new Port(store.broker(), store.tubes())));
        // Sent along with the call. Too early where a call is several commands; then it is done over.
        CompletionStage<Optional<String>> look = store.look(last).thenApply(stored -> differences(model, stored));
        return answer.thenCompose(found -> {
            Optional<String> wrong = expected.differenceFrom(found, model.usesPriorities());
            return wrong.isPresent()
                    ? CompletableFuture.completedStage(wrong)
                    : look.thenCompose(early -> early.isEmpty()
                            ? CompletableFuture.completedStage(early)
                            : store.look(last).thenApply(stored -> differences(model, stored)));
        });
    }

    private static Optional<String> differences(Model model, Stored stored) {
        List<String> wrong = new ArrayList<>(State.differences(State.of(model), State.of(stored)));
        wrong.addAll(Invariants.broken(stored));
        return wrong.isEmpty() ? Optional.empty() : Optional.of(String.join("\n    ", wrong));
    }
}
