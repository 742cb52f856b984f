/** Sends a call to one of several brokers. Internal: not for users of the client. */
@NullMarked
package io.grape.client.transport;

import org.jspecify.annotations.NullMarked;
