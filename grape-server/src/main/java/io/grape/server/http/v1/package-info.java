/** The calls of version 1 on tubes and jobs. */
@NullMarked
package io.grape.server.http.v1;

import org.jspecify.annotations.NullMarked;
