/** What clients did and saw, and whether that may be. Knows no broker, no Redis and no network. */
@NullMarked
package io.grape.chaos.history;

import org.jspecify.annotations.NullMarked;
