/** Overload: the classes of work, and when a broker sheds some of it. May use only the core's root. */
@NullMarked
package io.grape.core.overload;

import org.jspecify.annotations.NullMarked;
