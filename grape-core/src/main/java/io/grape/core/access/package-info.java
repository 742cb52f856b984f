/** Users, tokens and the audit log, as the storage keeps them. May use the core's root alone. */
@NullMarked
package io.grape.core.access;

import org.jspecify.annotations.NullMarked;
