/** Tests. */
@NullMarked
package io.grape.cli.call;

import org.jspecify.annotations.NullMarked;
