/** What the ports of all protocols have in common. */
@NullMarked
package io.grape.server.tcp;

import org.jspecify.annotations.NullMarked;
