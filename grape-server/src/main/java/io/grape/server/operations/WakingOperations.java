package io.grape.server.operations;

import io.grape.core.operation.Operation;
import io.grape.core.operation.OperationPage;
import io.grape.core.operation.OperationRequest;
import io.grape.core.operation.OperationState;
import io.grape.core.operation.Operations;
import io.grape.core.operation.Preview;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/** Operations whose beginning is told at once, so that nobody waits for the next look. */
record WakingOperations(Operations operations, Runnable look) implements Operations {
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
    public CompletionStage<OperationPage> list(int limit, @Nullable String cursor) {
        return operations.list(limit, cursor);
    }

    @Override
    public CompletionStage<Operation> setState(String id, OperationState wanted) {
        return thenLook(operations.setState(id, wanted));
    }

    private CompletionStage<Operation> thenLook(CompletionStage<Operation> operation) {
        return operation.whenComplete((begun, failure) -> look.run());
    }
}
