package io.grape.server.metrics;

import static org.assertj.core.api.Assertions.assertThat;

import io.grape.server.DocsPage;
import io.grape.server.ServerExtension;
import java.util.List;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** The page against a broker that runs. */
class MetricsPageTest {
    @RegisterExtension
    final ServerExtension broker = new ServerExtension();

    @Test
    void thePageListsWhatIsScrapedAndNothingElse() {
        broker.call("PUT", "/v1/tubes/orders", "{\"keys\":{},\"latenessTargetMs\":1000}", "application/json");
        broker.call("PUT", "/v1/tubes/orders/jobs/a?key=acme", "payload", "text/plain");
        broker.call("POST", "/v1/tubes/orders/consume");
        String one = "{\"produce\":{\"perSecond\":0.001,\"burst\":1}}";
        broker.call("PUT", "/v1/quotas/127.0.0.1", one, "application/json");
        broker.call("POST", "/v1/tubes/orders/jobs", "[{\"payload\":1},{\"payload\":2}]", "application/json");
        Scrape seen = Scrape.read(broker.call("GET", "/metrics").body());
        List<String> rows = DocsPage.of("operations.md").table("metrics");

        assertThat(String.join("\n", rows))
                .isEqualTo(Stream.of(Metric.values())
                        .map(metric -> row(metric, seen))
                        .collect(Collectors.joining("\n")));
        assertThat(seen.families(""))
                .extracting(Scrape.Family::name)
                .filteredOn(name -> !name.matches("(jvm|process|system)_.*"))
                .extracting(name -> name.replaceAll("_max$", ""))
                .containsOnly(rows.stream()
                        .map(row -> row.replaceAll("^\\| `(\\w+)`.*", "$1"))
                        .toArray(String[]::new));
    }

    /** What is said of a metric is ours; its name, type and labels are as scraped. */
    private static String row(Metric metric, Scrape seen) {
        String begin = metric.id().replace('.', '_');
        List<Scrape.Family> found = seen.families(begin).stream()
                .filter(family -> family.name().matches(begin + "(_total|_seconds)?"))
                .toList();
        assertThat(found).as(begin).hasSize(1);
        Scrape.Family family = found.get(0);
        assertThat(family.labels()).isEqualTo(List.copyOf(new TreeSet<>(metric.labels())));
        return "| `%s` | %s | %s | %s | %s |"
                .formatted(
                        family.name(),
                        family.type(),
                        metric.unit(),
                        metric.labels().stream().map(label -> "`" + label + "`").collect(Collectors.joining(", ")),
                        metric.description());
    }
}
