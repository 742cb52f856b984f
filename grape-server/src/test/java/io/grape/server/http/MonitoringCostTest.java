package io.grape.server.http;

import static org.assertj.core.api.Assertions.assertThat;

import io.grape.redis.RawRedis;
import io.grape.redis.TestRedis;
import io.grape.server.ServerExtension;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** What it costs Redis to be asked what is going on. The self-check, which looks at each job, is off. */
class MonitoringCostTest {
    @RegisterExtension
    final ServerExtension server = ServerExtension.withoutSelfCheck();

    /** A look at each job would be thousands of commands. */
    @Test
    void whatItCostsToLookDoesNotGrowWithTheJobs() {
        Wire wire = Wire.to(server);
        String jobs = IntStream.range(0, 1000)
                .mapToObj(i -> "{\"id\":\"j" + i + "\",\"payload\":1,\"delayMs\":" + i * 60_000 + "}")
                .collect(Collectors.joining(",", "[", "]"));
        for (String tube : List.of("orders", "mails", "news")) {
            wire.post("/v1/tubes/" + tube + "/jobs", jobs).is(200);
        }
        try (RawRedis redis = RawRedis.to(TestRedis.uri())) {
            long before = commands(redis);
            for (String path : List.of(
                    "overview", "samples", "due-times", "due-times?tube=orders", "find?id=j7", "tubes?activity=true")) {
                wire.get("/v1/" + path).is(200);
            }
            assertThat(commands(redis) - before).isLessThan(1000);
        }
    }

    private static long commands(RawRedis redis) {
        return Pattern.compile("calls=([0-9]+)")
                .matcher(redis.commands().info("commandstats"))
                .results()
                .mapToLong(found -> Long.parseLong(found.group(1)))
                .sum();
    }
}
