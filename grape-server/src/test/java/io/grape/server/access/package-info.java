/** Tests of who may use what. */
@NullMarked
package io.grape.server.access;

import org.jspecify.annotations.NullMarked;
