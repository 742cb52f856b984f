package io.grape.server.http.call;

import io.grape.server.address.TrustedProxies;
import io.grape.server.admission.InFlightLimits;
import io.grape.server.admission.MemoryBudgets;
import io.grape.server.admission.ReadShedding;
import io.grape.server.http.connection.Connections;
import java.util.List;
import java.util.function.BooleanSupplier;

/**
 * What all requests of a listener have together.
 *
 * @param styles the first that owns a path is that of the path
 */
public record HandlerContext(
        MemoryBudgets memory,
        Connections connections,
        InFlightLimits inFlight,
        ReadShedding shedding,
        BooleanSupplier draining,
        HostAllowList hosts,
        TrustedProxies proxies,
        Authorizer gate,
        AuditTrail audit,
        BrowserHeaders browsers,
        List<ApiStyle> styles) {

    /** The one that a path belongs to. */
    ApiStyle style(String path) {
        return styles.stream().filter(one -> one.owns(path)).findFirst().orElseThrow();
    }
}
