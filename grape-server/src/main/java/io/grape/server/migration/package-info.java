/**
 * The word {@code import-grape13} of the launcher: takes over what a Grape 1.3 has in its Redis.
 *
 * <p>It knows the core; somebody else opens both storages for it.
 */
@NullMarked
package io.grape.server.migration;

import org.jspecify.annotations.NullMarked;
