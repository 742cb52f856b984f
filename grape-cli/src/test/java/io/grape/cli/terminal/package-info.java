/** Tests. */
@NullMarked
package io.grape.cli.terminal;

import org.jspecify.annotations.NullMarked;
