/**
 * Works on jobs in the background: fetches them, renews their leases, acknowledges them. Uses the client, which does not know it.
 */
@NullMarked
package io.grape.client.worker;

import org.jspecify.annotations.NullMarked;
