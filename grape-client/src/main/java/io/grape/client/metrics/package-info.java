/** What a client tells of its work, as meters. The only room that knows Micrometer, which need not be there. */
@NullMarked
package io.grape.client.metrics;

import org.jspecify.annotations.NullMarked;
