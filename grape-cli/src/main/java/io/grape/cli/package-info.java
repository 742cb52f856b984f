/** The command line interface: {@code grape WORD}. What it does is in {@code docs/cli.md}. */
@NullMarked
package io.grape.cli;

import org.jspecify.annotations.NullMarked;
