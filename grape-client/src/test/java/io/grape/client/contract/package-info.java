/** The law of the broker, as it looks through the client. */
@NullMarked
package io.grape.client.contract;

import org.jspecify.annotations.NullMarked;
