package io.grape.server.http.call;

import java.util.List;

/**
 * Whether a balancer may send calls here.
 *
 * @param reasons what is wrong, for people; empty = ready
 */
public record HealthReport(List<String> reasons) {
    public HealthReport {
        reasons = List.copyOf(reasons);
    }
}
