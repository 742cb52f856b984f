/** The self-check: walks over what is stored, and mends it. */
@NullMarked
package io.grape.redis.repair;

import org.jspecify.annotations.NullMarked;
