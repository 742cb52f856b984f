package io.grape.core.operation;

import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletionStage;

/** The work behind {@link Operations}: each is done by one broker at a time, which says again and again that it lives. */
public interface OperationQueue {
    /** Takes an operation that no living broker does, if there is one. */
    CompletionStage<Optional<OperationTask>> take();

    /** Does the next slice, of at most {@code most} jobs and never more than 100. To do one twice does no harm. */
    CompletionStage<OperationTask> slice(OperationTask task, int most);

    /** Stores how far it is, and tells how it stands; empty when another broker does it now. */
    CompletionStage<Optional<OperationState>> save(OperationTask task);

    /** For how long an operation is its broker's after it was taken or saved; then whoever looks takes it. */
    Duration takenOverAfter();
}
