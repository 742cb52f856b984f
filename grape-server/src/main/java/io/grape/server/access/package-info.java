/**
 * Who may use what: users, tokens, sessions, roles and rights. Every door asks here, and the words of the launcher write here.
 *
 * <p>Uses the core, Jackson and bcrypt; knows no door and no storage.
 */
@NullMarked
package io.grape.server.access;

import org.jspecify.annotations.NullMarked;
