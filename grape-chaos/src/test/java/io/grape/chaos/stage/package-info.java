@NullMarked
package io.grape.chaos.stage;

import org.jspecify.annotations.NullMarked;
