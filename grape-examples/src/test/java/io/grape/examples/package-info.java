/** The examples, run against a broker; and the pages of the client, whose Java is compiled and run here. */
@NullMarked
package io.grape.examples;

import org.jspecify.annotations.NullMarked;
