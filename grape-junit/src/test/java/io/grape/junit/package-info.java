/** The test kit, used as a user would. */
@NullMarked
package io.grape.junit;

import org.jspecify.annotations.NullMarked;
