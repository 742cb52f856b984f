@NullMarked
package io.grape.server.cluster;

import org.jspecify.annotations.NullMarked;
