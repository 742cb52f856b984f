/** What the program behind the test kit may use; what it does is tested with the kit. */
@NullMarked
package io.grape.junit.broker;

import org.jspecify.annotations.NullMarked;
