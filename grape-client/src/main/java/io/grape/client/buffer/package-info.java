/**
 * A queue of records in files: what was appended is read in order, also after a crash, until it is settled. Uses nothing else of
 * the client.
 */
@NullMarked
package io.grape.client.buffer;

import org.jspecify.annotations.NullMarked;
