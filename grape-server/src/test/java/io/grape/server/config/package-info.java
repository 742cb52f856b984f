/** Tests of the options: where they may be given, what they may be, and that their page tells the truth. */
@NullMarked
package io.grape.server.config;

import org.jspecify.annotations.NullMarked;
