/**
 * The broker process: configuration, wiring, the loops that keep tubes and leases, the consumers that wait, the meters.
 *
 * <p>The core is all that the loops and the waiting know. The storage is seen by those who open it:
 * {@link io.grape.server.app.Main} checks its URI, {@link io.grape.server.app.BrokerProcess}, {@link io.grape.server.app.DataDirOption} and
 * {@link io.grape.server.app.EmbeddedRedisSupervisor} bring an embedded Redis, {@link io.grape.server.app.Doctor} and {@link io.grape.server.check.RedisDiagnosis} look at one, {@link io.grape.server.app.StoreOpener}
 * opens one for the words about accounts, {@link io.grape.server.app.GrapeServer} wires everything; the listeners are seen by {@link io.grape.server.app.Listeners} and by it.
 */
@NullMarked
package io.grape.server;

import org.jspecify.annotations.NullMarked;
