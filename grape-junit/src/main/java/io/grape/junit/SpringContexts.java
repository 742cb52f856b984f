package io.grape.junit;

import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.springframework.context.ApplicationContext;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.SmartLifecycle;

/**
 * The contexts of Spring's cache, and which of them a test class uses. Spring keeps a context running after its test class, so its
 * relay would read the outbox of the database that the next class shares, and send those jobs to the broker of its own context.
 * Therefore the relay and the worker of the starter stop in all contexts that no test class uses. They start again with the next test
 * class of their context. Classes that run at the same time each keep theirs.
 */
final class SpringContexts {
    /** The starter's, which this module does not need. Beans of the application are left alone. */
    private static final String STARTER = "io.grape.spring.";

    private static final SpringContexts ALL = new SpringContexts();

    private final Map<ConfigurableApplicationContext, Use> known = new LinkedHashMap<>();

    private SpringContexts() {}

    /** How many test classes use a context, and what was stopped in it. */
    private static final class Use {
        private int classes;
        private List<SmartLifecycle> stopped = new ArrayList<>();
    }

    static SpringContexts all() {
        return ALL;
    }

    /** Before a context is created: it may read the database while it starts. */
    synchronized void stopUnused() {
        for (Iterator<Map.Entry<ConfigurableApplicationContext, Use>> i =
                        known.entrySet().iterator();
                i.hasNext(); ) {
            Map.Entry<ConfigurableApplicationContext, Use> one = i.next();
            if (!one.getKey().isActive()) {
                i.remove();
            } else if (one.getValue().classes == 0) {
                stop(one.getKey(), one.getValue());
            }
        }
    }

    /** A test class begins to use this context. */
    synchronized void use(ApplicationContext context) {
        if (context instanceof ConfigurableApplicationContext used) {
            Use use = known.computeIfAbsent(used, first -> new Use());
            use.classes++;
            stopUnused();
            List<SmartLifecycle> stopped = use.stopped;
            use.stopped = new ArrayList<>();
            stopped.stream().filter(part -> !part.isRunning()).forEach(SmartLifecycle::start);
        }
    }

    /** A test class has ended. Its context goes on until another one is used, as the next class may well use the same. */
    synchronized void leave(ApplicationContext context) {
        if (context instanceof ConfigurableApplicationContext used) {
            known.computeIfPresent(used, (same, use) -> {
                use.classes--;
                return use;
            });
        }
    }

    /** In the order of a shutdown: handlers, and then the relay. */
    private static void stop(ConfigurableApplicationContext context, Use use) {
        context.getBeansOfType(SmartLifecycle.class, false, false).values().stream()
                .filter(part -> part.getClass().getName().startsWith(STARTER) && part.isRunning())
                .sorted((one, other) -> Integer.compare(other.getPhase(), one.getPhase()))
                .forEach(part -> {
                    part.stop();
                    use.stopped.add(0, part);
                });
    }
}
