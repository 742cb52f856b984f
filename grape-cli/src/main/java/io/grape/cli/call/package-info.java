/** What all words share: the options, the client that they make, exit codes. */
@NullMarked
package io.grape.cli.call;

import org.jspecify.annotations.NullMarked;
