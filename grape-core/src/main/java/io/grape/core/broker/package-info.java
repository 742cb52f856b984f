/** What brokers know of each other, and the passes that mend the books. May use the core's root alone. */
@NullMarked
package io.grape.core.broker;

import org.jspecify.annotations.NullMarked;
