@NullMarked
package io.grape.bench.scenario;

import org.jspecify.annotations.NullMarked;
