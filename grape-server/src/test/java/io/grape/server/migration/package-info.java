@NullMarked
package io.grape.server.migration;

import org.jspecify.annotations.NullMarked;
