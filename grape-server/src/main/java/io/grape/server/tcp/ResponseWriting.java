package io.grape.server.tcp;

import io.netty.channel.ChannelPipeline;
import io.netty.handler.flush.FlushConsolidationHandler;
import java.time.Duration;

/** How responses leave a connection, whatever its protocol. */
public final class ResponseWriting {
    /** Of one connection, before the end of a turn. */
    private static final int MOST_TOGETHER = 256;

    private ResponseWriting() {}

    /**
     * The responses of a turn of the event loop leave together at its end. A client that does not read them is cut off. Must come
     * before the first byte of the connection.
     */
    public static void install(ChannelPipeline pipeline, Duration time) {
        pipeline.addFirst(new SlowReader(time), new FlushConsolidationHandler(MOST_TOGETHER, true));
    }
}
