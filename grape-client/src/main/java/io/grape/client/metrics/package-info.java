/** The events of a client as meters. The only package that knows Micrometer, which is optional. */
@NullMarked
package io.grape.client.metrics;

import org.jspecify.annotations.NullMarked;
