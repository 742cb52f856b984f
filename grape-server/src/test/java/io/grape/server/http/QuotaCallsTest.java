package io.grape.server.http;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.grape.server.ServerExtension;
import io.grape.server.http.Wire.Answer;
import io.vertx.core.json.JsonObject;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** The calls that make, show and remove quotas. */
class QuotaCallsTest {
    @RegisterExtension
    final ServerExtension broker = ServerExtension.asking(1);

    private Answer call(String method, String path, String body) {
        return Wire.to(broker)
                .send(method, path, body.getBytes(UTF_8), "Authorization", "Bearer " + broker.adminToken());
    }

    @Test
    void aQuotaIsMadeShownReplacedAndRemoved() {
        String body = "{\"produce\":{\"perSecond\":2.5},\"consume\":{\"perSecond\":100,\"burst\":7},\"inFlight\":3}";
        assertThat(call("PUT", "/v1/quotas/shop", body).is(201).json())
                .isEqualTo(new JsonObject("{\"name\":\"shop\",\"produce\":{\"perSecond\":2.5,\"burst\":2},"
                        + "\"consume\":{\"perSecond\":100,\"burst\":7},\"inFlight\":3}"));
        assertThat(call("GET", "/v1/quotas/shop", "").is(200).json())
                .isEqualTo(new JsonObject("{\"name\":\"shop\",\"produce\":{\"perSecond\":2.5,\"burst\":2},"
                        + "\"consume\":{\"perSecond\":100,\"burst\":7},\"inFlight\":3,"
                        + "\"use\":{\"produce\":0,\"consume\":0,\"inFlight\":0},"
                        + "\"refused\":{\"produce\":0,\"consume\":0,\"inFlight\":0}}"));
        call("PUT", "/v1/quotas/shop", "{\"inFlight\":1}").is(200);
        call("PUT", "/v1/quotas/default", "{\"inFlight\":1}").is(201);
        assertThat(call("GET", "/v1/quotas", "").is(200).list("quotas").encode())
                .isEqualTo("[{\"name\":\"default\",\"inFlight\":1,\"clients\":[],\"refused\":{\"inFlight\":0}},"
                        + "{\"name\":\"shop\",\"inFlight\":1,\"use\":{\"inFlight\":0},\"refused\":{\"inFlight\":0}}]");
        call("DELETE", "/v1/quotas/shop", "").is(204);
        call("DELETE", "/v1/quotas/shop", "").isProblem(404, "NOT_FOUND", "quota shop");
        call("GET", "/v1/quotas/shop", "").isProblem(404, "NOT_FOUND", "quota shop");
        assertThat(call("GET", "/v1/audit?limit=10", "").is(200).text())
                .contains("quota.put", "quota.delete", "inFlight");
    }

    @Test
    void whatIsWrongIsNamed() {
        for (String name : List.of("2001:db8:0:0:0:0:0:1", "a/b", "user:", "2001:DB8::1", "host:1")) {
            call("PUT", "/v1/quotas/" + name.replace("/", "%2F"), "{\"inFlight\":1}")
                    .isBadRequest("name");
        }
        for (String name : List.of("user:ann", "10.0.0.1", "2001:db8::1", "2001:db8::%2F64", "a@b.c")) {
            call("PUT", "/v1/quotas/" + name, "{\"inFlight\":1}").is(201);
        }
        bad("{}", "at least one of produce, consume, inFlight");
        bad("{\"inFlight\":0}", "inFlight");
        bad("{\"inFlight\":1000001}", "inFlight");
        bad("{\"inFlight\":4294967297}", "inFlight");
        bad("{\"inFlight\":1,\"inFlight\":2}", "inFlight");
        bad("{\"inflight\":1}", "field");
        bad("{\"produce\":{}}", "produce.perSecond");
        bad("{\"produce\":{\"burst\":1}}", "produce.perSecond");
        bad("{\"produce\":{\"perSecond\":0}}", "produce.perSecond");
        bad("{\"consume\":{\"perSecond\":1000000.1}}", "consume.perSecond");
        bad("{\"consume\":{\"perSecond\":1,\"perSecond\":1}}", "consume.perSecond");
        bad("{\"consume\":{\"perSecond\":1,\"burst\":0}}", "consume.burst");
        bad("{\"consume\":{\"perSecond\":1,\"burst\":1.5}}", "consume.burst");
        bad("{\"consume\":{\"perSecond\":1,\"max\":1}}", "consume.max");
        bad("{\"consume\":[]}", "consume");
        bad("[]", "body");
    }

    private void bad(String body, String names) {
        call("PUT", "/v1/quotas/shop", body).isBadRequest(names);
    }
}
