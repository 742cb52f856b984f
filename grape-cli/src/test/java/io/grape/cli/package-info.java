/** Tests. */
@NullMarked
package io.grape.cli;

import org.jspecify.annotations.NullMarked;
