/** Programs that end with this process, the {@code redis-server} that comes with Grape, and ports. Knows nothing else of Grape. */
@NullMarked
package io.grape.process;

import org.jspecify.annotations.NullMarked;
