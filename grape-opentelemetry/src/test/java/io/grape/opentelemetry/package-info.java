@NullMarked
package io.grape.opentelemetry;

import org.jspecify.annotations.NullMarked;
