/** Tests of work on many jobs, and of how a broker divides itself between several. */
@NullMarked
package io.grape.server.operations;

import org.jspecify.annotations.NullMarked;
