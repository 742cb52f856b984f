@NullMarked
package io.grape.server.address;

import org.jspecify.annotations.NullMarked;
