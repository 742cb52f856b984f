package io.grape.client.metrics;

import static org.assertj.core.api.Assertions.assertThat;

import io.grape.client.ClientEvents;
import io.grape.client.Grape;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.io.File;
import java.net.MalformedURLException;
import java.net.URI;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class MicrometerEventsTest {
    private final SimpleMeterRegistry registry = new SimpleMeterRegistry();
    private final MicrometerEvents events = new MicrometerEvents(registry);

    @Test
    void callsAreTimedByNameAndOutcome() {
        events.called("produce", "ok", Duration.ofMillis(20));
        events.called("produce", "ok", Duration.ofMillis(40));
        events.called("produce", "timed_out", Duration.ofSeconds(10));
        assertThat(registry.get("grape.client.calls")
                        .tags("call", "produce", "outcome", "ok")
                        .timer()
                        .totalTime(TimeUnit.MILLISECONDS))
                .isEqualTo(60);
        assertThat(registry.get("grape.client.calls")
                        .tag("outcome", "timed_out")
                        .timer()
                        .count())
                .isEqualTo(1);
    }

    /** For example of two clients, each with a listener for the registry of the application. */
    @Test
    void gaugesOfTwoListenersForOneRegistryAddUp() {
        MicrometerEvents other = new MicrometerEvents(registry);
        events.held("mails", 2);
        other.held("mails", 3);
        other.stuck("mails", 1);
        events.stuck("mails", 1);
        assertThat(registry.get("grape.client.held")
                        .tag("tube", "mails")
                        .gauge()
                        .value())
                .isEqualTo(5);
        assertThat(registry.get("grape.client.stuck")
                        .tag("tube", "mails")
                        .gauge()
                        .value())
                .isEqualTo(2);
        other.held("mails", -3);
        assertThat(registry.get("grape.client.held")
                        .tag("tube", "mails")
                        .gauge()
                        .value())
                .isEqualTo(2);
        events.bufferState("jobs", 4, 400, Duration.ofSeconds(1));
        other.bufferState("jobs", 7, 700, Duration.ofSeconds(2));
        assertThat(registry.get("grape.client.buffer.jobs").gauge().value()).isEqualTo(7);
    }

    @Test
    void listenersForTwoRegistriesDoNotMix() {
        SimpleMeterRegistry second = new SimpleMeterRegistry();
        new MicrometerEvents(second).held("mails", 3);
        events.held("mails", 2);
        assertThat(registry.get("grape.client.held").gauge().value()).isEqualTo(2);
        assertThat(second.get("grape.client.held").gauge().value()).isEqualTo(3);
    }

    @Test
    void retriesAndEjectionsAreCounted() {
        events.retried("acks");
        events.ejected(URI.create("http://b:9521"), "fails");
        assertThat(registry.get("grape.client.retries")
                        .tag("call", "acks")
                        .counter()
                        .count())
                .isEqualTo(1);
        assertThat(registry.get("grape.client.ejections")
                        .tag("broker", "http://b:9521")
                        .counter()
                        .count())
                .isEqualTo(1);
    }

    @Test
    void whatBrokersShedAndWhatIsHeldBackIsCounted() {
        events.shed("produce", "delay");
        events.throttled("consume");
        events.broken("consume");
        assertThat(registry.get("grape.client.shed")
                        .tags("call", "produce", "why", "delay")
                        .counter()
                        .count())
                .isEqualTo(1);
        assertThat(registry.get("grape.client.throttled")
                        .tag("call", "consume")
                        .counter()
                        .count())
                .isEqualTo(1);
        assertThat(registry.get("grape.client.broken")
                        .tag("call", "consume")
                        .counter()
                        .count())
                .isEqualTo(1);
    }

    @Test
    void whatWorkersDoIsToldByTube() {
        events.held("mail", 3);
        events.handled("mail", "finish", Duration.ofMillis(5), Duration.ofMillis(7));
        events.leaseLost("mail");
        events.held("mail", -1);
        events.timedOut("mail");
        events.stuck("mail", 2);
        events.stuck("mail", -1);
        assertThat(registry.get("grape.client.timeouts")
                        .tag("tube", "mail")
                        .counter()
                        .count())
                .isEqualTo(1);
        assertThat(registry.get("grape.client.stuck")
                        .tag("tube", "mail")
                        .gauge()
                        .value())
                .isEqualTo(1);
        assertThat(registry.get("grape.client.held").tag("tube", "mail").gauge().value())
                .isEqualTo(2);
        assertThat(registry.get("grape.client.handled")
                        .tags("tube", "mail", "outcome", "finish")
                        .timer()
                        .totalTime(TimeUnit.MILLISECONDS))
                .isEqualTo(5);
        assertThat(registry.get("grape.client.lateness")
                        .tag("tube", "mail")
                        .timer()
                        .totalTime(TimeUnit.MILLISECONDS))
                .isEqualTo(7);
        assertThat(registry.get("grape.client.lease.lost")
                        .tag("tube", "mail")
                        .counter()
                        .count())
                .isEqualTo(1);
    }

    @Test
    void whatIsInABufferIsToldByItsName() {
        events.buffered("mail");
        events.unbuffered("mail", "sent");
        events.bufferState("jobs", 9, 900, Duration.ofMillis(2500));
        events.bufferState("jobs", 3, 300, Duration.ofMillis(1500));
        assertThat(registry.get("grape.client.buffered")
                        .tag("tube", "mail")
                        .counter()
                        .count())
                .isEqualTo(1);
        assertThat(registry.get("grape.client.unbuffered")
                        .tags("tube", "mail", "outcome", "sent")
                        .counter()
                        .count())
                .isEqualTo(1);
        assertThat(gauge("grape.client.buffer.jobs")).isEqualTo(3);
        assertThat(gauge("grape.client.buffer.bytes")).isEqualTo(300);
        assertThat(gauge("grape.client.buffer.age")).isEqualTo(1.5);
    }

    @Test
    void forgottenJobsAreCountedOneByOne() {
        events.droppedForgotten("jobs", 2);
        events.droppedForgotten("jobs", 3);
        events.dropListenerFailed("jobs");
        assertThat(count("grape.client.buffer.forgotten")).isEqualTo(5);
        assertThat(count("grape.client.buffer.listener.failures")).isEqualTo(1);
    }

    private double count(String name) {
        return registry.get(name).tag("buffer", "jobs").counter().count();
    }

    private double gauge(String name) {
        return registry.get(name).tag("buffer", "jobs").gauge().value();
    }

    @Test
    void fromTheHundredAndFirstOnTubesAreOthers() {
        for (int i = 0; i < 103; i++) {
            events.leaseLost("tube-" + i);
        }
        events.leaseLost("tube-5");
        assertThat(registry.get("grape.client.lease.lost").counters()).hasSize(101);
        assertThat(registry.get("grape.client.lease.lost")
                        .tag("tube", "other")
                        .counter()
                        .count())
                .isEqualTo(3);
        assertThat(registry.get("grape.client.lease.lost")
                        .tag("tube", "tube-5")
                        .counter()
                        .count())
                .isEqualTo(2);
    }

    @Test
    void aClientTellsMicrometerWhereItIsThere() {
        try (Grape grape = Grape.connect("http://localhost:1")) {
            assertThat(grape.events()).isSameAs(MicrometerEvents.global());
        }
    }

    @Test
    void aClientWorksWithoutMicrometer() throws Exception {
        URL[] classPath = Arrays.stream(System.getProperty("java.class.path").split(File.pathSeparator, -1))
                .filter(MicrometerEventsTest::bringsNoMicrometer)
                .map(MicrometerEventsTest::url)
                .toArray(URL[]::new);
        try (URLClassLoader without = new URLClassLoader(classPath, ClassLoader.getPlatformClassLoader())) {
            Class<?> type = without.loadClass(Grape.class.getName());
            Object grape = type.getMethod("connect", String[].class)
                    .invoke(null, (Object) new String[] {"http://localhost:1"});
            Object nobody = without.loadClass(ClientEvents.class.getName())
                    .getField("NONE")
                    .get(null);
            assertThat(type.getMethod("events").invoke(grape)).isSameAs(nobody);
            type.getMethod("close").invoke(grape);
        }
    }

    /** The broker's jar names it among what it needs. */
    private static boolean bringsNoMicrometer(String entry) {
        String file = Path.of(entry).getFileName().toString();
        return !file.startsWith("micrometer") && !file.startsWith("grape-server");
    }

    private static URL url(String entry) {
        try {
            return Path.of(entry).toUri().toURL();
        } catch (MalformedURLException e) {
            throw new IllegalArgumentException(e);
        }
    }
}
