package io.grape.server.quota;

import io.grape.core.quota.QuotaPart;

/** A limit of a quota, of which something was refused. */
public record RefusedPart(String quota, QuotaPart part) {}
