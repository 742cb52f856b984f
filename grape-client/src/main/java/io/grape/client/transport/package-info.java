/** Gets a call to one of several brokers, and its response back. Internal: not for users of the client. */
@NullMarked
package io.grape.client.transport;

import org.jspecify.annotations.NullMarked;
