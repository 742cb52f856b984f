/**
 * What a broker can be told at its start: one table of options, the places where they may be given, and which of them wins.
 *
 * <p>Of the storage it knows how the URI of a Redis is shown, and nothing else.
 */
@NullMarked
package io.grape.server.config;

import org.jspecify.annotations.NullMarked;
