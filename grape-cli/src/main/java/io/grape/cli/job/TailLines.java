package io.grape.cli.job;

import com.fasterxml.jackson.databind.JsonNode;
import io.grape.cli.terminal.Plain;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** The lines of a table that grows: the changes of a tube, or the rates of all. */
final class TailLines {
    private static final String FORMAT = "%-20s  %9s  %9s  %9s  %9s  %9s  %9s";

    private @Nullable JsonNode before;
    private boolean hasHead;

    private String head() {
        return String.format(
                Locale.ROOT, FORMAT, "TIME", "READY", "DELAYED", "RETAINED", "FAILED", "PRODUCED", "FINISHED");
    }

    /** The line of an event; the first comes below a head. */
    String line(JsonNode data) {
        String head = hasHead ? "" : head() + System.lineSeparator();
        hasHead = true;
        return head + Plain.text(below(data));
    }

    private String below(JsonNode data) {
        if (data.isNull()) {
            before = null;
            return String.format(Locale.ROOT, FORMAT, now(), "no tube", "", "", "", "", "")
                    .stripTrailing();
        }
        JsonNode counts = data.path("counts");
        String line = String.format(
                Locale.ROOT,
                FORMAT,
                now(),
                counts.path("ready").asText(),
                counts.path("delayed").asText(),
                counts.path("retained").asText(),
                counts.path("failed").asText(),
                rate(data, "produced"),
                rate(data, "finished"));
        before = data;
        return line.stripTrailing();
    }

    private static String now() {
        return Instant.now().truncatedTo(ChronoUnit.SECONDS).toString();
    }

    /** Of all tubes: jobs a second. Of one: jobs since the line before. */
    private String rate(JsonNode data, String name) {
        if (data.has("perSecond")) {
            return data.path("perSecond").path(name).asText() + "/s";
        }
        return before == null
                ? ""
                : "+"
                        + (data.path("totals").path(name).asLong()
                                - before.path("totals").path(name).asLong());
    }
}
