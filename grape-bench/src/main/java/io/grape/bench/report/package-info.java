/** What came out: single runs, their medians, ratios of runs that were made side by side, as a table and as JSON. */
@NullMarked
package io.grape.bench.report;

import org.jspecify.annotations.NullMarked;
