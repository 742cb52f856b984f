/** The process: reads its options, opens the storage, starts and stops all others. Nobody uses it but the cluster's launcher. */
@NullMarked
package io.grape.server.app;

import org.jspecify.annotations.NullMarked;
