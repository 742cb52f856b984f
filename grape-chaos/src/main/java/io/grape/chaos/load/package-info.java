/** Producers and consumers that call brokers over HTTP and write down what they did and saw. */
@NullMarked
package io.grape.chaos.load;

import org.jspecify.annotations.NullMarked;
