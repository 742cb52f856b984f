/** Programs that use a running broker as a stranger would, over HTTP and with nothing but the JDK. */
@NullMarked
package io.grape.examples;

import org.jspecify.annotations.NullMarked;
