@NullMarked
package io.grape.chaos.conformance;

import org.jspecify.annotations.NullMarked;
