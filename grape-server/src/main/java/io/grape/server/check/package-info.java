/** What is looked at while the broker runs: the self-check, the fitness of Redis, readiness. */
@NullMarked
package io.grape.server.check;

import org.jspecify.annotations.NullMarked;
