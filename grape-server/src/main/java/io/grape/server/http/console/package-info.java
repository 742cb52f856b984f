/** The console's files, and the calls that its pages live on. */
@NullMarked
package io.grape.server.http.console;

import org.jspecify.annotations.NullMarked;
