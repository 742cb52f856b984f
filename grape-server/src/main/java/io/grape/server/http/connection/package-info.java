/** Ports and connections: how bytes become requests, and what becomes of responses whose client goes away. */
@NullMarked
package io.grape.server.http.connection;

import org.jspecify.annotations.NullMarked;
