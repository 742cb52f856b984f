package io.grape.bench.scenario;

import io.grape.bench.stage.Api;
import io.grape.bench.stage.Chromium;
import io.grape.bench.stage.PageTiming;
import io.grape.harness.RunningBroker;
import java.net.URI;
import java.util.List;

/**
 * A page of the console.
 *
 * @param wanted selectors of what is there once the page shows what it is for
 */
record ConsolePage(String name, String path, List<String> wanted) {
    private static final String TUBE = "/tubes/" + ConsoleSeed.TUBE;
    private static final String JOBS = "[data-testid=jobs] tbody tr";

    private static ConsolePage page(String name, String path, String... wanted) {
        return new ConsolePage(name, path, List.of(wanted));
    }

    /** Every page that there is, some of them as they are hardest to make. */
    static List<ConsolePage> all(RunningBroker broker) {
        return List.of(
                page("overview", "/", "[data-testid=tubes] tbody tr", "main .dots", "main grape-histogram svg[role]"),
                page("tubes", "/tubes", "[data-testid=tubes] tbody tr"),
                page("tube, delayed", TUBE + "?state=delayed", JOBS),
                page("tube, ready", TUBE + "?state=ready", JOBS),
                page("tube, retained", TUBE + "?state=retained", JOBS),
                page("tube, failed", TUBE + "?state=failed", JOBS),
                page(
                        "job",
                        TUBE + "/jobs/" + firstId(broker, "/v1" + TUBE + "/jobs?state=failed&limit=1"),
                        "[data-testid=payload]",
                        "[data-testid=timeline]"),
                schedule("schedule, 15 min", "?range=15m"),
                schedule("schedule, 90 days", "?range=90d"),
                schedule("schedule of a tube", "?range=90d&tube=" + ConsoleSeed.TUBE),
                page("failed", "/failed", "[data-testid=failed] tbody tr"),
                page("failed of a tube", "/failed/" + ConsoleSeed.TUBE, "[data-testid=group]"),
                page("operations", "/operations", "[data-testid=operations] tbody tr"),
                page(
                        "operation",
                        "/operations/" + firstId(broker, "/v1/operations?limit=1"),
                        "[data-testid=operation]"),
                page("cluster", "/cluster", "[data-testid=brokers] tbody tr"),
                page("redis", "/redis", "[data-testid=node]"),
                page("audit", "/audit", "[data-testid=audit] tbody tr"),
                page("access", "/access", "[data-testid=tokens] tbody tr"),
                page("search", "/search?q=small", "[data-testid=tubes] tbody tr"));
    }

    /** Those that somebody looks at while many jobs are worked on. What is worked on may be gone when they do. */
    static List<ConsolePage> meanwhile() {
        String nothing = ", [data-testid=empty]";
        return List.of(
                page("overview", "/", "[data-testid=tubes] tbody tr"),
                page("tube", TUBE + "?state=failed", JOBS + nothing),
                page("failed of a tube", "/failed/" + ConsoleSeed.TUBE, "[data-testid=group]" + nothing),
                page("operations", "/operations", "[data-testid=operations] tbody tr"));
    }

    private static ConsolePage schedule(String name, String query) {
        return page(name, "/schedule" + query, "[data-testid=forecast]", "[data-testid=schedule] svg[role]");
    }

    private static String firstId(RunningBroker broker, String path) {
        return Api.id(new Api(broker.uri()).get(path));
    }

    /** Looks at it in a browser. */
    PageTiming look(RunningBroker broker, Chromium chromium) {
        return chromium.look(URI.create(broker.console()).resolve(path).toString(), wanted);
    }
}
