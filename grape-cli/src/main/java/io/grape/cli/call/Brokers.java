package io.grape.cli.call;

import java.util.Optional;

/**
 * Where the brokers are.
 *
 * @param urls with commas between several
 * @param token for them
 */
public record Brokers(String urls, Optional<String> token) {}
