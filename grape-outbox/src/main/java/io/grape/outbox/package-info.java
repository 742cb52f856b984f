/**
 * Produces jobs within the transactions of a database: a job exists if and only if its transaction is committed. Begin with
 * {@link io.grape.outbox.Outbox}; {@code docs/outbox.md} says what is promised.
 */
@NullMarked
package io.grape.outbox;

import org.jspecify.annotations.NullMarked;
