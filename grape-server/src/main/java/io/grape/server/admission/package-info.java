/**
 * Which requests the broker takes on, and how much of its connections, memory and rates one caller may use. {@code
 * docs/decisions/0022-admission.md} explains the limits and their order. May use the core, {@code failure} and Netty's thread-locals,
 * and no other package of the server.
 */
@NullMarked
package io.grape.server.admission;

import org.jspecify.annotations.NullMarked;
