/** What the words of the launcher have in common: their options, read by picocli. Uses picocli, the core's failures and the masks of addresses. */
@NullMarked
package io.grape.command;

import org.jspecify.annotations.NullMarked;
