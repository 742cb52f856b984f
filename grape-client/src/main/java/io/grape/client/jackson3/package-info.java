/** Payloads in JSON by Jackson 3, for who has it. The one room that knows it. */
@NullMarked
package io.grape.client.jackson3;

import org.jspecify.annotations.NullMarked;
