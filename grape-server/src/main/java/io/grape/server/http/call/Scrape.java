package io.grape.server.http.call;

import io.vertx.core.buffer.Buffer;

/**
 * A text for one reader.
 *
 * @param taken to be run when the reader has it, or is gone
 */
public record Scrape(Buffer text, Runnable taken) {}
