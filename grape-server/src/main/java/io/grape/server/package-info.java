/**
 * The broker process: configuration, wiring, the loops that keep tubes and leases, the consumers that wait, the meters.
 *
 * <p>The core is all that the loops and the waiting know. The storage is seen by those who open it:
 * {@link io.grape.server.Main} checks its URI, {@link io.grape.server.BrokerProcess}, {@link io.grape.server.DataDir} and
 * {@link io.grape.server.RedisKeeper} bring an embedded Redis, {@link io.grape.server.Doctor} and {@link io.grape.server.Checkup} look at one, {@link io.grape.server.StoreOpening}
 * opens one for the words about accounts, {@link io.grape.server.GrapeServer} wires everything; the doors are seen by {@link io.grape.server.OpenDoors} and by it.
 */
@NullMarked
package io.grape.server;

import org.jspecify.annotations.NullMarked;
