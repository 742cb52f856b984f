package io.grape.chaos;

import io.grape.chaos.history.Violation;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Stream;

/** What all rounds with one fault came to. */
final class FaultTotals {
    private final Map<String, Long> values = new LinkedHashMap<>();

    void add(Result result) {
        put("times", result.broken().size());
        put("produced", result.verdict().produced());
        put("finished", result.verdict().finished());
        put("handOuts", result.verdict().handOuts());
        for (Violation.Kind kind : Violation.Kind.values()) {
            put(kind.name().toLowerCase(Locale.ROOT), of(kind, result).count());
        }
        put(
                "excused",
                result.verdict().violations().size()
                        - result.verdict().unexcused().size());
        put("troubles", result.troubles().size());
        putMost("lostBeforeMs", result.lossWindow().before().toMillis());
        putMost("lostAfterMs", result.lossWindow().after().toMillis());
        putMost(
                "gapMs",
                result.broken().stream()
                        .map(Result.Broken::gap)
                        .mapToLong(Duration::toMillis)
                        .max()
                        .orElse(0));
    }

    private static Stream<Violation> of(Violation.Kind kind, Result result) {
        return result.verdict().violations().stream().filter(violation -> violation.kind() == kind);
    }

    private void put(String name, long value) {
        values.merge(name, value, Long::sum);
    }

    private void putMost(String name, long value) {
        values.merge(name, value, Math::max);
    }

    Map<String, Long> values() {
        return values;
    }

    /** A table for people: one line for each fault. */
    static String table(Map<String, FaultTotals> faults) {
        Map<String, Integer> columns = new LinkedHashMap<>();
        faults.values().forEach(figures -> figures.values.keySet().forEach(name -> columns.put(name, name.length())));
        StringBuilder text = new StringBuilder(String.format(Locale.ROOT, "%-27s", "fault"));
        columns.forEach((name, width) -> text.append("  ").append(name));
        faults.forEach((fault, figures) -> {
            text.append(String.format(Locale.ROOT, "%n%-27s", fault));
            columns.forEach((name, width) -> text.append(
                    String.format(Locale.ROOT, "  %" + width + "d", figures.values.getOrDefault(name, 0L))));
        });
        return text.append(System.lineSeparator()).toString();
    }
}
