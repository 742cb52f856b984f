/** Time limits that nearly always are cancelled. Internal: not for users of the client. */
@NullMarked
package io.grape.client.time;

import org.jspecify.annotations.NullMarked;
