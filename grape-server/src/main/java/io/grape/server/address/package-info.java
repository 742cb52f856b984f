/**
 * Where a caller is: the address that a call counts for, also behind proxies.
 *
 * <p>Uses Netty, and knows nothing else of ours.
 */
@NullMarked
package io.grape.server.address;

import org.jspecify.annotations.NullMarked;
