/** The words for jobs. */
@NullMarked
package io.grape.cli.job;

import org.jspecify.annotations.NullMarked;
