@NullMarked
package io.grape.server.memory;

import org.jspecify.annotations.NullMarked;
