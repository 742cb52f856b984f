/** The console as an operator meets it: a real browser, a real broker in a process of its own, a real Redis. */
@NullMarked
package io.grape.e2e;

import org.jspecify.annotations.NullMarked;
