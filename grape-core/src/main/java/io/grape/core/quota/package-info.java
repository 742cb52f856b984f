/** How much each client may do: quotas, as stored, and what they allow. May use only the core's root. */
@NullMarked
package io.grape.core.quota;

import org.jspecify.annotations.NullMarked;
