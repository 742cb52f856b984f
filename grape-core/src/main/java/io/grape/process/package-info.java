/** Programs that end with this process, ports for them, and builds of other commits. Uses the JDK alone. */
@NullMarked
package io.grape.process;

import org.jspecify.annotations.NullMarked;
