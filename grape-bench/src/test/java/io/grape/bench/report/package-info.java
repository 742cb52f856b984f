@NullMarked
package io.grape.bench.report;

import org.jspecify.annotations.NullMarked;
