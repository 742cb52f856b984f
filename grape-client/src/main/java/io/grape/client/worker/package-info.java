/** Works on jobs in the background: takes them, keeps their leases, says what became of them. */
@NullMarked
package io.grape.client.worker;

import org.jspecify.annotations.NullMarked;
