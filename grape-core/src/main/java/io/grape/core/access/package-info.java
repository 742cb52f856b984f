/** Users, tokens and the audit log, as stored. May use only the core's root. */
@NullMarked
package io.grape.core.access;

import org.jspecify.annotations.NullMarked;
