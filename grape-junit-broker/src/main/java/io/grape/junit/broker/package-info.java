/** The program behind grape-junit: brokers for the tests of the JVM that started it, in a process of their own. */
@NullMarked
package io.grape.junit.broker;

import org.jspecify.annotations.NullMarked;
