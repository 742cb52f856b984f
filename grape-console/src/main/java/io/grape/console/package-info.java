/**
 * The web app's files, as a listener serves them: held in memory, hashed, compressed. Uses the JDK, nothing else; the app itself lies
 * in the resources and talks to the HTTP API like any other client.
 */
@NullMarked
package io.grape.console;

import org.jspecify.annotations.NullMarked;
