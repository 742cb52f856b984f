/** One call of any API: how it is found, who may make it, what it takes, how it is answered and written down. Knows no single API. */
@NullMarked
package io.grape.server.http.call;

import org.jspecify.annotations.NullMarked;
