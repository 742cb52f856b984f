/** JSON, times and percent-encoding: read without keeping anything, written without intermediate trees. */
@NullMarked
package io.grape.server.http.json;

import org.jspecify.annotations.NullMarked;
