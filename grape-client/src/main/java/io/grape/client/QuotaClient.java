package io.grape.client;

/** A client without a quota of its own, and its use of the default one. */
public record QuotaClient(String name, QuotaCounts use) {}
