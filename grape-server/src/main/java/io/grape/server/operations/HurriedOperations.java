package io.grape.server.operations;

import io.grape.core.operation.Operation;
import io.grape.core.operation.OperationRequest;
import io.grape.core.operation.Operations;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/** Operations whose beginning is told at once, so that nobody waits for the next look. */
record HurriedOperations(Operations operations, Runnable look) implements Operations {
    @Override
    public CompletionStage<Preview> preview(OperationRequest request) {
        return operations.preview(request);
    }

    @Override
    public CompletionStage<Operation> begin(OperationRequest request, int mostOfOne) {
        return thenLook(operations.begin(request, mostOfOne));
    }

    @Override
    public CompletionStage<Operation> get(String id) {
        return operations.get(id);
    }

    @Override
    public CompletionStage<Page> list(int limit, @Nullable String cursor) {
        return operations.list(limit, cursor);
    }

    @Override
    public CompletionStage<Operation> steer(String id, Operation.State wanted) {
        return thenLook(operations.steer(id, wanted));
    }

    private CompletionStage<Operation> thenLook(CompletionStage<Operation> operation) {
        return operation.whenComplete((begun, failure) -> look.run());
    }
}
