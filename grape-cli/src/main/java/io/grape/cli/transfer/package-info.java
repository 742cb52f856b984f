/** Jobs in files: {@code export} and {@code import}. */
@NullMarked
package io.grape.cli.transfer;

import org.jspecify.annotations.NullMarked;
