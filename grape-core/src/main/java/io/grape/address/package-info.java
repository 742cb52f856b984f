/** Where a Redis is, and how to log in there: what the option says, read and checked. */
@NullMarked
package io.grape.address;

import org.jspecify.annotations.NullMarked;
