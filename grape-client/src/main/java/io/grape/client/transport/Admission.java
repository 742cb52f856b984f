package io.grape.client.transport;

import org.jspecify.annotations.Nullable;

/**
 * Where the next attempt of a call goes.
 *
 * @param isProbe whether it shows if such calls still fail, so its response is to come soon
 * @param heldBack the result of an attempt that is not sent; null: it is to be sent
 */
record Admission(Broker broker, boolean isProbe, @Nullable AttemptResult heldBack) {}
