package io.grape.server.metrics;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;

/** The alerts that are deployed, with shorter times. */
final class AlertRules {
    private static final Path FILE = Path.of("../deploy/prometheus/alerts.yml");
    private static final Pattern NAME = Pattern.compile("- alert: (\\w+)");
    private static final Pattern FOR = Pattern.compile("for: [0-9]+[mh]");
    private static final Pattern RANGE = Pattern.compile("\\[[0-9]+[mh]]");
    private static final String DAY = "> 86400";

    private AlertRules() {}

    static List<String> names() {
        return NAME.matcher(text())
                .results()
                .map((MatchResult found) -> found.group(1))
                .toList();
    }

    /** What holds for minutes has to hold for seconds, and a day without a round of the self-check is 15 s. */
    static String shortened() {
        String shortened = FOR.matcher(text()).replaceAll("for: 2s");
        return RANGE.matcher(shortened).replaceAll("[20s]").replace(DAY, "> 15");
    }

    private static String text() {
        try {
            return Files.readString(FILE);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
