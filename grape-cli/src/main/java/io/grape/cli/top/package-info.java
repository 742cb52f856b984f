/** {@code grape top}: a page that shows what happens now. */
@NullMarked
package io.grape.cli.top;

import org.jspecify.annotations.NullMarked;
