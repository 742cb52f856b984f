package io.grape.server.live;

import java.util.List;

/**
 * What Redis says of itself.
 *
 * @param mode {@code standalone}, {@code sentinel} or {@code cluster}
 * @param nodes those that take writes
 * @param findings what the doctor says of it, what is right left out
 */
public record RedisReport(String mode, List<RedisNodeReport> nodes, List<RedisFinding> findings) {
    public RedisReport {
        nodes = List.copyOf(nodes);
        findings = List.copyOf(findings);
    }
}
