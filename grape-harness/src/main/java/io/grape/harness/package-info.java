/**
 * The processes that tests, the bench and chaos run: brokers, Redis in each of its shapes, and what is done to them. Production
 * never knows it.
 */
@NullMarked
package io.grape.harness;

import org.jspecify.annotations.NullMarked;
