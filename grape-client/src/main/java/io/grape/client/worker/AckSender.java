package io.grape.client.worker;

import io.grape.client.Acknowledged;
import io.grape.client.Acknowledgement;
import io.grape.client.Result;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;

/** How acknowledgements are sent. */
interface AckSender {
    Sent send(List<Acknowledgement> acks);

    /**
     * A call that was sent.
     *
     * @param results one each, in order
     * @param waits whether it waits for jobs after the acknowledgements took effect; meanwhile others may be sent
     * @param afterwards called once when the results, or the failure, were processed, with what goes on then: it runs that once
     */
    record Sent(CompletableFuture<List<Result<Acknowledged>>> results, boolean waits, Consumer<Runnable> afterwards) {
        static Sent of(CompletableFuture<List<Result<Acknowledged>>> results) {
            return new Sent(results, false, Runnable::run);
        }
    }
}
