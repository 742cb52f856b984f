package io.grape.server.http.call;

import io.grape.server.address.TrustedProxies;
import io.grape.server.http.connection.Connections;
import io.grape.server.memory.Memory;
import java.util.List;
import java.util.function.BooleanSupplier;

/** What all exchanges of a door have together. */
public record HandlerContext(
        Memory memory,
        Connections connections,
        CallAdmission places,
        BooleanSupplier draining,
        HostAllowList hosts,
        TrustedProxies proxies,
        Authorizer gate,
        AuditTrail audit,
        StaticSite site,
        BrowserHeaders browsers,
        List<ApiStyle> styles) {}
