@NullMarked
package io.grape.chaos.history;

import org.jspecify.annotations.NullMarked;
