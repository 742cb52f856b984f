/** Leases that run out, tubes that have somebody who watches them, and Redis when it is away. */
@NullMarked
package io.grape.server.lease;

import org.jspecify.annotations.NullMarked;
