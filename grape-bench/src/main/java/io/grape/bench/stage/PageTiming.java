package io.grape.bench.stage;

/**
 * What the browser saw of a page, in milliseconds since it set out for it.
 *
 * @param calls of the API that were answered; the event stream is none: it does not end
 * @param bytes of the console itself, as they were sent
 * @param callBytes of the responses to the calls, as they were sent
 */
public record PageTiming(
        double firstPaint, double data, double calls, double bytes, double callBytes, double slowestCall) {}
