/** Workers that are there, what they hold, and what becomes of that when they die. */
@NullMarked
package io.grape.server.presence;

import org.jspecify.annotations.NullMarked;
