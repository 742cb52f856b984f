/** Tests of the broker process, over its listeners, with a real Redis behind it. */
@NullMarked
package io.grape.server;

import org.jspecify.annotations.NullMarked;
