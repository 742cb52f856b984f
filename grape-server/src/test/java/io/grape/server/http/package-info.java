/** Tests of the HTTP api, through a running broker. */
@NullMarked
package io.grape.server.http;

import org.jspecify.annotations.NullMarked;
