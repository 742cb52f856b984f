package io.grape.server.metrics;

import io.grape.core.TubeName;
import io.grape.core.key.KeyShare;
import io.grape.core.key.KeyShares;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.MultiGauge;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** How the jobs of tubes are spread over their keys. No key is named: there may be any number of them. */
final class KeyGauges {
    private static final int RANKS = 10;

    private final MultiGauge lanes;
    private final MultiGauge jobs;

    KeyGauges(MeterRegistry registry) {
        this.lanes = Metric.LANES.multiGauge(registry);
        this.jobs = Metric.KEY_JOBS.multiGauge(registry);
    }

    /** Shows these tubes, and no others. */
    void show(Map<TubeName, KeyShares> tubes) {
        List<MultiGauge.Row<?>> counts = new ArrayList<>();
        List<MultiGauge.Row<?>> ranks = new ArrayList<>();
        tubes.forEach((tube, shares) -> {
            counts.add(Metric.LANES.row(shares.lanes(), tube.value()));
            List<KeyShare> largest = shares.largest();
            for (int i = 0; i < Math.min(RANKS, largest.size()); i++) {
                ranks.add(Metric.KEY_JOBS.row(largest.get(i).jobs(), tube.value(), Integer.toString(i + 1)));
            }
        });
        lanes.register(counts, true);
        jobs.register(ranks, true);
    }
}
