package io.grape.server.metrics;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A page of Prometheus text, read. */
record Scrape(Map<String, Double> samples, Map<String, String> types) {
    private static final Pattern SAMPLE = Pattern.compile("(\\w+(?:\\{.*})?) (\\S+)");
    private static final Pattern TYPE = Pattern.compile("# TYPE (\\w+) (\\w+)");
    private static final Pattern LABEL = Pattern.compile("[{,](\\w+)=");

    /** A family of samples: its name, its type, and the names of its labels, apart from the bounds of a histogram. */
    record Family(String name, String type, List<String> labels) {}

    static Scrape read(String text) {
        Scrape scrape = new Scrape(new TreeMap<>(), new TreeMap<>());
        text.lines().forEach(line -> {
            Matcher type = TYPE.matcher(line);
            Matcher sample = SAMPLE.matcher(line);
            if (type.matches()) {
                scrape.types.put(type.group(1), type.group(2));
            } else if (!line.startsWith("#") && sample.matches()) {
                scrape.samples.put(sample.group(1), Double.parseDouble(sample.group(2)));
            }
        });
        return scrape;
    }

    /** The value of a sample as it is written, {@code grape_jobs{state="ready",tube="a"}}; NaN when there is none. */
    double value(String sample) {
        return samples.getOrDefault(sample, Double.NaN);
    }

    List<String> names(Predicate<String> wanted) {
        return samples.keySet().stream().filter(wanted).toList();
    }

    List<Family> families(String prefix) {
        return types.entrySet().stream()
                .filter(type -> type.getKey().startsWith(prefix))
                .map(type -> new Family(type.getKey(), type.getValue(), labels(type.getKey())))
                .toList();
    }

    private List<String> labels(String family) {
        TreeSet<String> labels = new TreeSet<>();
        for (String sample : samples.keySet()) {
            if (sample.matches(family + "(_bucket|_count|_sum)?(\\{.*)?")) {
                LABEL.matcher(sample).results().map(found -> found.group(1)).forEach(labels::add);
            }
        }
        labels.remove("le");
        return List.copyOf(labels);
    }
}
