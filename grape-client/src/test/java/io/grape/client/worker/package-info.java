/** Tests of the worker, each against a real broker on a real Redis. */
@NullMarked
package io.grape.client.worker;

import org.jspecify.annotations.NullMarked;
