/** Tests of the storage, always against a real Redis. */
@NullMarked
package io.grape.redis;

import org.jspecify.annotations.NullMarked;
