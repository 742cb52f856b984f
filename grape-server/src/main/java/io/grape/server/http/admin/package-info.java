/** Calls for those who run brokers: health, metrics, accounts, sessions, the audit log. */
@NullMarked
package io.grape.server.http.admin;

import org.jspecify.annotations.NullMarked;
