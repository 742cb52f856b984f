package io.grape.client.worker;

import io.grape.client.Acknowledged;
import io.grape.client.Acknowledgement;
import io.grape.client.Result;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/** How acknowledgements are sent; one call at a time. */
interface AckSender {
    /** Returns one result each, in order. */
    CompletableFuture<List<Result<Acknowledged>>> send(List<Acknowledgement> acks);

    /** The results of the call, or its failure, were processed. */
    default void processed() {}
}
