/** A broker for the contract, which no start of one can make. */
@NullMarked
package io.grape.server;

import org.jspecify.annotations.NullMarked;
