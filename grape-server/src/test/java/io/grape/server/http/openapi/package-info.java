/** Makes {@code openapi.json}: from the table of calls, what is told of each call, and records that are the schemas. */
@NullMarked
package io.grape.server.http.openapi;

import org.jspecify.annotations.NullMarked;
