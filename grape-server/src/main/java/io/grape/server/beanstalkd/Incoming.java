package io.grape.server.beanstalkd;

import java.time.Duration;

/** What a client has sent. */
sealed interface Incoming {
    /** A line without the CR LF that ends it. */
    record Line(String text) implements Incoming {}

    /** A line of an HTTP request. Nothing behind it may be read as a command. */
    record HttpRequest() implements Incoming {}

    /**
     * A put with its body.
     *
     * @param held bytes of the memory of bodies that it has until it is answered
     */
    @SuppressWarnings("ArrayRecordComponent") // It becomes the payload, which keeps it as it is.
    record Put(long priority, Duration delay, Duration ttr, byte[] body, long held) implements Incoming {}

    /**
     * What was wrong, and was taken out of the stream.
     *
     * @param isPut whether it counts as a put
     */
    record Refused(Reply reply, boolean isPut) implements Incoming {
        /** True for a put whose line was good. */
        boolean isOfProducer() {
            return isPut && !reply.equals(Reply.BAD_FORMAT) && !reply.equals(Reply.JOB_TOO_BIG);
        }
    }
}
