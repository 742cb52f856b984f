/** What is broken: brokers, Redis in each of its shapes, and the network between them and their clients. */
@NullMarked
package io.grape.chaos.stage;

import org.jspecify.annotations.NullMarked;
