/** Tests of what the doctor finds. */
@NullMarked
package io.grape.server.doctor;

import org.jspecify.annotations.NullMarked;
