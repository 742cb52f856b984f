package io.grape.core.operation;

import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletionStage;

/** Runs {@link Operations}. One broker at a time owns an operation, and says regularly that it is alive. */
public interface OperationQueue {
    /** Takes an operation without a living owner, if there is one. */
    CompletionStage<Optional<OperationTask>> take();

    /** Runs the next slice, of at most {@code most} jobs and never more than 100. Idempotent. */
    CompletionStage<OperationTask> slice(OperationTask task, int most);

    /** Stores its progress, and returns its current state; empty if another broker owns it now. */
    CompletionStage<Optional<OperationState>> save(OperationTask task);

    /** How long a broker owns an operation after it took or saved it. After that any broker may take it. */
    Duration takenOverAfter();
}
