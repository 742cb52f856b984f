@NullMarked
package io.grape.console;

import org.jspecify.annotations.NullMarked;
