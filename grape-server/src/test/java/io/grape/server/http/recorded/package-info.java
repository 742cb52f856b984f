/** Requests and the broker's recorded replies, as files, so that each change of the wire is noticed. */
@NullMarked
package io.grape.server.http.recorded;

import org.jspecify.annotations.NullMarked;
