/** Programs that end with this process. Uses the JDK alone. */
@NullMarked
package io.grape.process;

import org.jspecify.annotations.NullMarked;
