/** The API of Grape 1.3, for clients that exist already. A guest: what is general does not know it. */
@NullMarked
package io.grape.server.http.grape13;

import org.jspecify.annotations.NullMarked;
