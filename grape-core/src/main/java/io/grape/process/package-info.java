/** Programs that end with this process, and ports for them. Uses the JDK alone. */
@NullMarked
package io.grape.process;

import org.jspecify.annotations.NullMarked;
