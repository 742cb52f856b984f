/** How much of what all callers share one of them may take. May use the core and {@code failure}, and nothing else of ours. */
@NullMarked
package io.grape.server.quota;

import org.jspecify.annotations.NullMarked;
