package io.grape.server.admission;

import io.grape.core.quota.QuotaPart;

/** A quota, and the part of it that refused something. */
public record RefusedPart(String quota, QuotaPart part) {}
