package io.grape.core.quota;

/**
 * A client and its quota.
 *
 * @param name of the client: of a token, of a user with {@code user:} before it, or an address
 * @param quotaName the same, or {@link Quota#DEFAULT}
 */
public record QuotaClient(String name, String quotaName, Quota quota) {}
