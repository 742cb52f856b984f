@NullMarked
package io.grape.server.schedule;

import org.jspecify.annotations.NullMarked;
