@NullMarked
package io.grape.server.admission;

import org.jspecify.annotations.NullMarked;
