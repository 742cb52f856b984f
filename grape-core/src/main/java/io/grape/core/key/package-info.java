/** Keys: whose jobs take turns in a tube, and how much of it each may have. */
@NullMarked
package io.grape.core.key;

import org.jspecify.annotations.NullMarked;
