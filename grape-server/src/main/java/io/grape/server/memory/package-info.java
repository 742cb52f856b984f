/** How much of a broker's memory requests and answers may take. May use the core, and nothing else of ours. */
@NullMarked
package io.grape.server.memory;

import org.jspecify.annotations.NullMarked;
