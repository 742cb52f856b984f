package io.grape.redis.tube;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.grape.core.TubeCounter;
import io.grape.core.tube.Lateness;
import io.grape.core.tube.Sample;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The format of samples: numbers separated by spaces: the slot, the counts, and the deliveries by class. */
final class SampleCodec {
    private static final Pattern NUMBERS = Pattern.compile("[0-9]{1,15}( [0-9]{1,15})*");
    private static final int COUNTS = Sample.COUNTED.size();

    private SampleCodec() {}

    static String of(Lateness lateness) {
        return text(lateness.deliveries().stream());
    }

    static String of(Sample sample) {
        Stream<Long> counts = Sample.COUNTED.stream().map(sample::count);
        return text(Stream.concat(counts, sample.lateness().deliveries().stream()));
    }

    private static String text(Stream<Long> numbers) {
        return numbers.map(Object::toString).collect(Collectors.joining(" "));
    }

    /** The samples of a hash from a time on, by their start. Fields that no broker wrote are ignored. */
    static NavigableMap<Instant, Sample> read(Map<byte[], byte[]> slots, Duration step, Instant from) {
        NavigableMap<Instant, Sample> points = new TreeMap<>();
        for (byte[] slot : slots.values()) {
            String text = new String(slot, UTF_8);
            if (NUMBERS.matcher(text).matches()) {
                List<Long> numbers =
                        Arrays.stream(text.split(" ", -1)).map(Long::valueOf).toList();
                Instant begin = Instant.ofEpochMilli(numbers.get(0) * step.toMillis());
                if (numbers.size() > COUNTS && !begin.isBefore(from)) {
                    points.put(begin, sample(numbers.subList(1, numbers.size())));
                }
            }
        }
        return points;
    }

    private static Sample sample(List<Long> numbers) {
        return new Sample(counts(numbers), new Lateness(numbers.subList(COUNTS, numbers.size())));
    }

    static Map<TubeCounter, Long> counts(List<Long> numbers) {
        Map<TubeCounter, Long> counts = new EnumMap<>(TubeCounter.class);
        for (int i = 0; i < COUNTS; i++) {
            counts.put(Sample.COUNTED.get(i), numbers.get(i));
        }
        return counts;
    }
}
