package io.grape.server.http;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.grape.server.ServerExtension;
import io.grape.server.http.Wire.Answer;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** How many tubes one caller makes, by name or by a job that needs one. */
class TubeQuotaTest {
    private static final int MAX = 3;

    @RegisterExtension
    final ServerExtension brokers = ServerExtension.askingWithTubes(2, MAX);

    private Answer send(String token, String method, String path, String body) {
        return Wire.to(brokers).send(method, path, body.getBytes(UTF_8), "Authorization", token);
    }

    private String admin() {
        return "Bearer " + brokers.adminToken();
    }

    private String token(String name, String scope) {
        return "Bearer "
                + send(admin(), "POST", "/v1/tokens", "{\"name\":\"" + name + "\",\"scopes\":[\"" + scope + "\"]}")
                        .is(201)
                        .json()
                        .getString("token");
    }

    private Answer produce(String token, String tube) {
        return send(token, "PUT", "/v1/tubes/" + tube + "/jobs/j", "x");
    }

    @Test
    void whoMadeAsManyAsMayBeMakesNoMoreAndGoesOnWithThose() {
        String shop = token("shop", "produce");
        for (String tube : List.of("a", "b", "c")) {
            produce(shop, tube).is(201);
        }
        produce(shop, "d").isProblem(429, "QUOTA_EXCEEDED", "token:shop made 3");
        send(shop, "POST", "/v1/tubes/d/jobs", "[{\"id\":\"k\",\"payload\":1}]").is(429);
        produce(token("shop", "produce"), "d").is(429);
        assertThat(send(admin(), "GET", "/v1/tubes/d", "").status()).isEqualTo(404);
        produce(shop, "a").is(200);

        produce(token("other", "produce"), "d").is(201);
        produce(shop, "d").is(200);
        produce(shop, "e").is(429);
        send(admin(), "DELETE", "/v1/tubes/a?confirm=a", "").is(204);
        produce(shop, "e").is(201);
        produce(shop, "f").is(429);
    }

    @Test
    void tubesThatAreMadeByNameCountAlike() {
        send(admin(), "PUT", "/v1/tubes/a", "{}").is(201);
        send(admin(), "POST", "/api/tube/create?tube=b", "").is(200);
        produce(admin(), "c").is(201);
        send(admin(), "PUT", "/v1/tubes/d", "{}").isProblem(429, "QUOTA_EXCEEDED", "token:admin");
        assertThat(send(admin(), "POST", "/api/tube/create?tube=d", "").status())
                .isEqualTo(429);
        send(admin(), "PUT", "/v1/tubes/a", "{\"ttrMs\":5000}").is(200);
    }

    @Test
    void callsAtOnceMakeNoMoreThanOneByOne() {
        String shop = token("shop", "produce");
        List<CompletableFuture<Integer>> calls = IntStream.range(0, 16)
                .mapToObj(i -> CompletableFuture.supplyAsync(
                        () -> produce(shop, "t" + i).status()))
                .toList();
        assertThat(calls.stream().map(CompletableFuture::join).filter(status -> status == 201))
                .hasSizeLessThanOrEqualTo(MAX);
        produce(shop, "more").is(429);
    }
}
