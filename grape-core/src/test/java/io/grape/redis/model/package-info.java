/**
 * The model test: the storage against a plain-Java model of the contract, in random sequences of every verb.
 *
 * <p>The model is written from the table of transitions and what the ports promise, not from the scripts.
 */
@NullMarked
package io.grape.redis.model;

import org.jspecify.annotations.NullMarked;
