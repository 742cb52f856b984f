/** JSON payloads by Jackson 3, which is optional. The only package that knows it. */
@NullMarked
package io.grape.client.jackson3;

import org.jspecify.annotations.NullMarked;
