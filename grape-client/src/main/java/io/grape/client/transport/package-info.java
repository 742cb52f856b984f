/** Sends a call to one of several brokers. Uses nothing else of the client. Internal: not for users of the client. */
@NullMarked
package io.grape.client.transport;

import org.jspecify.annotations.NullMarked;
