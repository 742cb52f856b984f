@NullMarked
package io.grape.chaos;

import org.jspecify.annotations.NullMarked;
