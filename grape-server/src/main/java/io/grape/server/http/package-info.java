/**
 * The HTTP API: version 1, and Grape 1.3 on the same port. Parses, calls the ports of the core, answers; knows no storage.
 */
@NullMarked
package io.grape.server.http;

import org.jspecify.annotations.NullMarked;
