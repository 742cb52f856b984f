/** What is done of more work than can be done. */
@NullMarked
package io.grape.core.overload;

import org.jspecify.annotations.NullMarked;
