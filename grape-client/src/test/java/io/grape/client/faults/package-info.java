/** What the client survives, with real processes: brokers and a Redis that are killed, stopped, slow, or not heard. */
@NullMarked
package io.grape.client.faults;

import org.jspecify.annotations.NullMarked;
