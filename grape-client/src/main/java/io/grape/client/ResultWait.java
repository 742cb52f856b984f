package io.grape.client;

import io.grape.client.transport.BrokerResponse;
import io.grape.client.transport.Call;
import io.grape.client.transport.Transport;
import java.io.IOException;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/** A wait for the result of a job: one call after another, as a broker does not wait for longer than a minute. */
final class ResultWait {
    private static final Duration MAX_WAIT = Duration.ofSeconds(60);
    private static final int OK = 200;

    private final Transport transport;
    private final Target target;
    private final long deadline;
    private final CompletableFuture<Optional<JobResult>> end = new CompletableFuture<>();

    /** The response of one call. */
    private record Look(JobState state, JobResult result) {}

    private ResultWait(Transport transport, Target target, Duration timeout) {
        this.transport = transport;
        this.target = target;
        this.deadline = System.nanoTime() + timeout.toNanos();
    }

    static CompletableFuture<Optional<JobResult>> run(Transport transport, Target target, Duration timeout) {
        ResultWait wait = new ResultWait(transport, target, timeout);
        wait.look();
        return wait.end;
    }

    private void look() {
        Duration left = Duration.ofNanos(Math.max(0, deadline - System.nanoTime()));
        Duration wait = left.compareTo(MAX_WAIT) < 0 ? left : MAX_WAIT;
        CompletableFuture<Look> call = Futures.ofResponse(
                () -> transport.send(Call.get("result", target.toString()).waits(wait)), ResultWait::read);
        // A caller that cancels its future cancels the call.
        var unused = end.whenComplete((found, failure) -> call.cancel(true));
        var ignored = call.whenComplete((seen, failure) -> {
            if (failure != null) {
                end.completeExceptionally(Futures.cause(failure));
            } else if (seen.state() == JobState.FINISHED) {
                end.complete(Optional.of(seen.result()));
            } else if (seen.state() == JobState.FAILED || deadline - System.nanoTime() <= 0) {
                end.complete(Optional.empty());
            } else {
                look();
            }
        });
    }

    private static Look read(BrokerResponse response) throws IOException {
        return response.status() == OK
                ? new Look(JobState.FINISHED, new JobResult(response.body(), response.contentType()))
                : new Look(ResponseParser.state(response.body()), JobResult.of(new byte[0]));
    }
}
