/** What is read and written: streams, tables, questions. Knows nothing of Grape. */
@NullMarked
package io.grape.cli.terminal;

import org.jspecify.annotations.NullMarked;
