@NullMarked
package io.grape.server.failure;

import org.jspecify.annotations.NullMarked;
