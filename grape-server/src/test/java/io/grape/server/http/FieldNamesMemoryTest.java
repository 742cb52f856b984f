package io.grape.server.http;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.grape.server.ServerExtension;
import io.grape.server.access.Right;
import java.lang.management.ManagementFactory;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Names of fields, of any length and number, leave nothing in the heap of a broker. */
@Tag("slow")
class FieldNamesMemoryTest {
    private static final long MAX_LEFT = 5 << 20;
    private static final int BYTES = 12 << 20;
    private static final int LONGEST = 200_000;
    private static final int CHECKS = 20;
    private static final String JOBS = "/v1/tubes/t/jobs";

    @RegisterExtension
    final ServerExtension broker = ServerExtension.asking(1);

    private final Random random = new Random(1);

    /** A call that takes JSON, and what stands before and behind a name of a field there. */
    record Place(String method, String path, String before, String after, int most) {
        private byte[] body(String name) {
            return (before + name + after).getBytes(UTF_8);
        }

        @Override
        public String toString() {
            return method + " " + path + " " + before;
        }
    }

    static Stream<Place> places() {
        Stream<Place> calls = HttpApi.calls(FakePorts.behind(CompletableFuture::new), () -> false).stream()
                .filter(call -> call.maxBody() > 0)
                .map(call -> new Place(
                        call.method().name(),
                        call.right() == Right.PUBLIC || call.path().startsWith("/api/")
                                ? call.path().replace("{tube}", "t") + "?tube=t&jid=a&dtr=0&ttr=1000"
                                : V1Calls.path(call),
                        "{\"",
                        "\":1}",
                        call.maxBody()));
        return Stream.concat(
                calls,
                Stream.of(
                        new Place("POST", JOBS, "{\"id\":\"a\",\"payload\":{\"", "\":1}}", LONGEST),
                        new Place("POST", JOBS, "{\"id\":\"a\",\"payload\":1,\"headers\":{\"", "\":\"1\"}}", LONGEST),
                        new Place("POST", JOBS, "[{\"id\":\"a\",\"payload\":{\"", "\":1}}]", LONGEST),
                        new Place("POST", JOBS, "[{\"", "\":1}]", LONGEST),
                        new Place("POST", "/v1/tubes/t/acks", "[{\"", "\":1}]", LONGEST)));
    }

    private void send(Place place, String name) {
        Wire.to(broker)
                .send(
                        place.method(),
                        place.path(),
                        place.body(name),
                        "Content-Type",
                        "application/json",
                        "Authorization",
                        "Bearer " + broker.adminToken());
    }

    private String name(int length) {
        StringBuilder name = new StringBuilder(length + 16);
        String part = Long.toString(random.nextLong() & Long.MAX_VALUE, Character.MAX_RADIX);
        while (name.length() < length) {
            name.append(part).append(name.length());
        }
        name.setLength(length);
        return name.toString();
    }

    private static long held() {
        System.gc();
        return ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed();
    }

    /** What is held once nothing that has ended is held any more. */
    private static void isNotLeft(long before) {
        long left = Long.MAX_VALUE;
        for (int i = 0; i < CHECKS && left > MAX_LEFT; i++) {
            left = held() - before;
        }
        assertThat(left).isLessThan(MAX_LEFT);
    }

    @ParameterizedTest
    @MethodSource("places")
    void longNamesLeaveNothing(Place place) {
        int length = Math.min(LONGEST, place.most() - 100);
        send(place, name(length));
        long before = held();
        for (int sent = 0; sent < BYTES; sent += length) {
            send(place, name(length));
        }
        isNotLeft(before);
    }

    @Test
    @Tag("long")
    void aMillionShortNamesAndManyLongOnesLeaveNothing() {
        names(100, 10_000);
        Place session = new Place("POST", "/v1/session", "{\"", "\":1}", 16 * 1024);
        long before = held();
        for (int i = 0; i < 20_000; i++) {
            send(session, name(16_000));
        }
        isNotLeft(before);
    }

    private void names(int bodies, int names) {
        List<Place> places = List.of(
                new Place("POST", JOBS, "{\"id\":\"a\",\"payload\":{\"", "\":1}}", LONGEST),
                new Place("PUT", JOBS + "/a", "{\"", "\":1}", LONGEST),
                new Place("POST", JOBS, "[{\"", "\":1}]", LONGEST));
        places.forEach(place -> send(place, name(10)));
        long before = held();
        for (int i = 0; i < bodies; i++) {
            String many = Stream.generate(() -> name(10)).limit(names).collect(Collectors.joining("\":1,\""));
            send(places.get(i % places.size()), many);
        }
        isNotLeft(before);
    }
}
