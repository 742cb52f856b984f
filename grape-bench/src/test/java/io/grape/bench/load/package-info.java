@NullMarked
package io.grape.bench.load;

import org.jspecify.annotations.NullMarked;
