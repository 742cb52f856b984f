/** Requests with what the broker replies to them, as files, so that each change of the wire is seen. */
@NullMarked
package io.grape.server.http.recorded;

import org.jspecify.annotations.NullMarked;
