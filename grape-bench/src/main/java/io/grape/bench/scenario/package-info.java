/** What can be measured. A scenario sets its stage, puts load on it and reports the figures of each run. */
@NullMarked
package io.grape.bench.scenario;

import org.jspecify.annotations.NullMarked;
