/** {@code ./grape cluster}: brokers behind a balancer on this machine, each a process of its own, and who looks after them. */
@NullMarked
package io.grape.server.cluster;

import org.jspecify.annotations.NullMarked;
