/** Tests of the outbox, with the real databases and brokers. */
@NullMarked
package io.grape.outbox;

import org.jspecify.annotations.NullMarked;
