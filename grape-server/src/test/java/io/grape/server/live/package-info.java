/** Tests of what is said about what is going on. */
@NullMarked
package io.grape.server.live;

import org.jspecify.annotations.NullMarked;
