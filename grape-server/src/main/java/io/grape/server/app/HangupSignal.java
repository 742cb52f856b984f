package io.grape.server.app;

import java.lang.reflect.Proxy;
import java.util.Objects;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * SIGHUP, which would end a JVM. Java has no public class for signals; that of the module {@code jdk.unsupported} is reached by
 * reflection, because javac warns of each use.
 */
final class HangupSignal {
    private static final Logger LOG = LoggerFactory.getLogger(HangupSignal.class);

    private HangupSignal() {}

    /** Runs an action, on a thread of its own, at each SIGHUP from now on. Where the system has no SIGHUP, it never runs. */
    static void handle(Runnable action) {
        try {
            Class<?> signal = Class.forName("sun.misc.Signal");
            Class<?> handler = Class.forName("sun.misc.SignalHandler");
            Object handling = Proxy.newProxyInstance(
                    HangupSignal.class.getClassLoader(), new Class<?>[] {handler}, (proxy, method, arguments) -> {
                        switch (method.getName()) {
                            case "handle" -> {
                                action.run();
                                return null;
                            }
                            case "hashCode" -> {
                                return System.identityHashCode(proxy);
                            }
                            case "equals" -> {
                                return proxy == Objects.requireNonNull(arguments)[0];
                            }
                            default -> {
                                return "SIGHUP";
                            }
                        }
                    });
            signal.getMethod("handle", signal, handler)
                    .invoke(null, signal.getConstructor(String.class).newInstance("HUP"), handling);
        } catch (ReflectiveOperationException | IllegalArgumentException e) {
            LOG.debug("this system tells of no SIGHUP", e);
        }
    }
}
