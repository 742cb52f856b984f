@NullMarked
package io.grape.server.quota;

import org.jspecify.annotations.NullMarked;
