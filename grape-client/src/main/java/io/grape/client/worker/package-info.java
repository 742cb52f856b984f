/** Works on jobs in the background: fetches them, renews their leases, acknowledges them. */
@NullMarked
package io.grape.client.worker;

import org.jspecify.annotations.NullMarked;
