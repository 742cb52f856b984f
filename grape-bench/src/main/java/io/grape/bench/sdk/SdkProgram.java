package io.grape.bench.sdk;

import io.grape.bench.queue.QueueProgram;

/** The process of {@code ./grape bench sdk}. */
public final class SdkProgram {
    private SdkProgram() {}

    /** As {@link QueueProgram#run} says; the address is that of a broker. */
    public static void main(String[] args) {
        QueueProgram.run(args, SdkClient::new);
    }
}
