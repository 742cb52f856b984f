/**
 * Who may use what: users, tokens, sessions, roles and rights. Every API asks here, and the words of the launcher write here.
 *
 * <p>Uses the core, Jackson and bcrypt; knows no API and no storage.
 */
@NullMarked
package io.grape.server.access;

import org.jspecify.annotations.NullMarked;
