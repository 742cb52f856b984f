package io.grape.server.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.grape.redis.PausedOperations;
import io.grape.redis.RawRedis;
import io.grape.redis.TestRedis;
import io.grape.server.ServerExtension;
import io.grape.server.http.OpenApi.Operation;
import io.grape.server.http.Wire.Answer;
import io.grape.server.http.call.Endpoint;
import io.grape.server.http.console.Topic;
import io.grape.server.http.json.JsonRequests;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** What a running broker answers is what the document at {@code /openapi.json} says that it answers. */
class ResponsesTest {
    @RegisterExtension
    final ServerExtension server = new ServerExtension();

    private final Wire wire = Wire.to(server);
    private final OpenApi openApi = OpenApi.read();
    private final DocumentedCalls calls = new DocumentedCalls(wire, openApi);

    private Answer send(int status, String request) {
        return calls.send(status, request, "");
    }

    private Answer send(int status, String request, String body, String... headers) {
        return calls.send(status, request, body, headers);
    }

    private String lease() {
        return send(200, "POST /v1/tubes/t/consume").first("jobs").getString("lease");
    }

    @Test
    void everyAnswerIsAsTheDocumentSays() {
        jobs();
        consumers();
        tubes();
        new KeyAndGateCalls(calls).sendAll();
        new ScheduleCalls(calls).sendAll();
        bulk();
        access();
        operations();
        console();
        grape13();
        whatIsNotTakenAnywhere();
        TreeSet<String> promised = new TreeSet<>();
        for (Operation operation : openApi.operations()) {
            // A stream has no end, and where nobody is asked who he is there is no session: both have tests of their
            // own.
            if (operation.path().equals(Topic.STREAM)
                    || operation.path().endsWith("/presence")
                    || operation.path().startsWith("/v1/session")) {
                continue;
            }
            operation.responses().fieldNames().stream()
                    .filter(status -> status.startsWith("2")
                            || (Set.of("404", "409", "413").contains(status)
                                    && operation.path().startsWith("/v1"))
                            || Set.of("406", "415").contains(status))
                    .forEach(status -> promised.add(operation.name() + " " + status));
        }
        assertThat(calls.seen()).containsAll(promised);
    }

    private void access() {
        String ann = "/v1/users/ann";
        send(201, "PUT " + ann, "{\"role\":\"viewer\",\"password\":\"correct horse\"}");
        send(200, "PUT " + ann, "{\"role\":\"operator\"}");
        send(413, "PUT " + ann, " ".repeat(64 * 1024 + 1));
        send(200, "GET /v1/users");
        send(204, "DELETE " + ann);
        send(404, "DELETE " + ann);
        send(201, "PUT " + ann, "{\"role\":\"admin\",\"password\":\"correct horse\"}");
        send(409, "PUT " + ann, "{\"role\":\"viewer\"}");
        send(409, "DELETE " + ann);
        String shop = "{\"name\":\"shop\",\"scopes\":[\"produce\"]}";
        String token = send(201, "POST /v1/tokens", shop).json().getString("id");
        send(413, "POST /v1/tokens", " ".repeat(64 * 1024 + 1));
        send(200, "GET /v1/tokens");
        send(204, "DELETE /v1/tokens/" + token);
        send(404, "DELETE /v1/tokens/" + token);
        quotas();
        send(200, "GET /v1/audit");
    }

    private void quotas() {
        String shop = "/v1/quotas/shop";
        send(201, "PUT " + shop, "{\"produce\":{\"perSecond\":5}}");
        send(200, "PUT " + shop, "{\"consume\":{\"perSecond\":5,\"burst\":9},\"inFlight\":7}");
        send(413, "PUT " + shop, " ".repeat(64 * 1024 + 1));
        send(200, "GET " + shop);
        send(200, "GET /v1/quotas");
        send(204, "DELETE " + shop);
        send(404, "DELETE " + shop);
        send(404, "GET " + shop);
        for (int at = 0; at < 1000; at++) {
            send(201, "PUT /v1/quotas/q" + at, "{\"inFlight\":1}");
        }
        send(409, "PUT " + shop, "{\"inFlight\":1}");
    }

    private void console() {
        send(201, "PUT /v1/tubes/seen");
        for (String path :
                List.of("overview", "samples", "due-times", "find?id=a", "brokers", "redis", "samples?tube=seen")) {
            send(200, "GET /v1/" + path);
        }
        send(200, "GET /v1/tubes?activity=true");
        send(200, "GET /v1/tubes/seen?activity=true");
        send(200, "GET /v1/tubes/seen/scale");
        send(404, "GET /v1/tubes/nowhere/scale");
        send(404, "GET /v1/due-times?tube=nowhere");
    }

    private void whatIsNotTakenAnywhere() {
        for (Operation operation : openApi.operations()) {
            String request = operation
                    .name()
                    .replace("{tube}", "t")
                    .replace("{id}", "a")
                    .replace("{name}", "ann")
                    .replace("{worker}", "worker-1")
                    .replace("{key}", "k");
            if (operation.path().startsWith("/api")) {
                send(406, request, "", "Accept", "text/html");
            } else {
                send(415, request, "", "Content-Encoding", "gzip");
            }
        }
    }

    private void bulk() {
        String kick = "{\"kind\":\"kick\",\"state\":\"delayed\",\"perSecond\":1,\"tube\":";
        send(201, "PUT /v1/tubes/bulk/jobs/a?delayMs=600000", "x");
        // At one a second it is not done before it is cancelled.
        String many =
                Collections.nCopies(100, "{\"payload\":1,\"delayMs\":600000}").toString();
        send(200, "POST /v1/tubes/bulk/jobs", many);
        send(200, "GET /v1/tubes/bulk/jobs/a/history");
        send(404, "GET /v1/tubes/bulk/jobs/none/history");
        send(200, "GET /v1/tubes/bulk/failures");
        send(404, "GET /v1/tubes/none/failures");
        send(200, "POST /v1/operations", kick + "\"bulk\",\"dryRun\":true}");
        send(404, "POST /v1/operations", kick + "\"none\"}");
        send(413, "POST /v1/operations", " ".repeat(16 * 1024 + 1));
        String one = "/v1/operations/"
                + send(202, "POST /v1/operations", kick + "\"bulk\"}").json().getString("id");
        send(200, "GET " + one);
        send(200, "GET /v1/operations");
        send(200, "POST " + one + "/pause");
        send(200, "POST " + one + "/resume");
        send(200, "POST " + one + "/cancel");
        send(409, "POST " + one + "/pause");
        send(409, "POST " + one + "/resume");
        send(404, "GET /v1/operations/none");
        for (String verb : new String[] {"pause", "resume", "cancel"}) {
            send(404, "POST /v1/operations/none/" + verb);
        }
        String all = "{\"kind\":\"delete\",\"state\":\"failed\",\"tube\":\"bulk\"}";
        String other =
                "/v1/operations/" + send(202, "POST /v1/operations", all).json().getString("id");
        await().until(() -> send(200, "GET " + other).json().getString("state").equals("done"));
        send(409, "POST " + other + "/cancel");
        PausedOperations.during(server.namespace(), () -> send(409, "POST /v1/operations", all));
        send(204, "DELETE /v1/tubes/bulk?confirm=bulk");
    }

    private void jobs() {
        String big = "x".repeat(1024 * 1024 + 1);
        send(201, "PUT /v1/tubes/t/jobs/a?delayMs=5", "{\"n\":1}", "Content-Type", "application/json");
        send(200, "PUT /v1/tubes/t/jobs/a", "x");
        send(409, "PUT /v1/tubes/t/jobs/a?onDuplicate=reject", "x");
        send(400, "PUT /v1/tubes/t/jobs/a?delayMs=x", "x");
        send(413, "PUT /v1/tubes/t/jobs/a", big);
        send(201, "POST /v1/tubes/t/jobs", "{\"id\":\"b\",\"payloadBase64\":\"AA==\",\"delayMs\":60000}");
        send(201, "PUT /v1/tubes/t/jobs/h", "x", "Grape-Header-Traceparent", "00-1-2-01");
        send(200, "GET /v1/tubes/t/jobs/h");
        send(200, "GET /v1/tubes/t/jobs/h/payload");
        send(204, "DELETE /v1/tubes/t/jobs/h");
        send(200, "POST /v1/tubes/t/jobs", "{\"id\":\"b\",\"payload\":[]}");
        send(200, "POST /v1/tubes/t/jobs", "[{\"id\":\"b\",\"payload\":[]},{\"id\":\"b\"},{}]");
        send(409, "POST /v1/tubes/t/jobs", "{\"id\":\"b\",\"payload\":1,\"onDuplicate\":\"reject\"}");
        send(413, "POST /v1/tubes/t/jobs", "{\"payload\":\"" + big + "\"}");
        send(200, "GET /v1/tubes/t/jobs?state=delayed&limit=1");
        send(404, "GET /v1/tubes/none/jobs?state=delayed");
        send(200, "GET /v1/tubes/t/jobs/a");
        send(200, "GET /v1/tubes/t/jobs/b");
        send(404, "GET /v1/tubes/t/jobs/none");
        send(200, "GET /v1/tubes/t/jobs/a/payload");
        send(404, "GET /v1/tubes/t/jobs/none/payload");
        send(200, "POST /v1/tubes/t/jobs/b/kick?delayMs=60000");
        send(404, "POST /v1/tubes/t/jobs/none/kick");
        send(204, "DELETE /v1/tubes/t/jobs/b");
        send(404, "DELETE /v1/tubes/t/jobs/b");
    }

    private void consumers() {
        String lease = send(200, "POST /v1/consume?tubes=u,t&waitMs=10000")
                .first("jobs")
                .getString("lease");
        send(409, "DELETE /v1/tubes/t/jobs/a");
        send(200, "PATCH /v1/tubes/t/jobs/a", "{\"ttrMs\":30000}");
        send(400, "PATCH /v1/tubes/t/jobs/a", "{\"key\":\"acme\"}");
        send(409, "PATCH /v1/tubes/t/jobs/a", "{\"payload\":1}");
        send(413, "PATCH /v1/tubes/t/jobs/a", "{\"payload\":\"" + "x".repeat(1024 * 1024) + "\"}");
        send(404, "PATCH /v1/tubes/t/jobs/none", "{\"priority\":1}");
        send(409, "POST /v1/tubes/t/jobs/a/kick");
        send(200, "GET /v1/tubes/t/jobs?state=retained");
        send(404, "POST /v1/tubes/t/jobs/none/cancel");
        send(200, "POST /v1/tubes/t/jobs/a/cancel?reason=enough");
        send(200, "POST /v1/tubes/t/jobs/a/touch?lease=" + lease + "&progress=40&note=half");
        send(200, "GET /v1/tubes/t/jobs/a");
        send(200, "GET /v1/tubes/t/jobs/a/explain");
        send(413, "POST /v1/tubes/t/jobs/a/handover?lease=" + lease, " ".repeat(128 * 1024 + 1));
        send(200, "POST /v1/tubes/t/jobs/a/release?lease=" + lease);
        for (String op : new String[] {"finish", "release", "bury", "touch", "handback"}) {
            send(409, "POST /v1/tubes/t/jobs/a/" + op + "?lease=1");
            send(404, "POST /v1/tubes/t/jobs/none/" + op + "?lease=1");
        }
        send(200, "POST /v1/tubes/t/jobs/a/handback?lease=" + lease());
        send(200, "POST /v1/tubes/t/jobs/a/handover?lease=" + lease(), "{\"checkpoint\":{\"page\":4}}");
        send(404, "POST /v1/tubes/t/jobs/none/handover?lease=1", "{\"checkpoint\":1}");
        send(200, "POST /v1/tubes/t/jobs/a/bury?lease=" + lease() + "&reason=broken");
        send(200, "GET /v1/tubes/t/jobs/a");
        send(200, "GET /v1/tubes/t/jobs?state=failed");
        send(200, "POST /v1/tubes/t/kick");
        send(404, "POST /v1/tubes/none/kick");
        String ack = "{\"id\":\"a\",\"lease\":\"" + lease() + "\",\"op\":\"";
        send(200, "POST /v1/tubes/t/acks", "[" + ack + "touch\"}," + ack + "finish\"},{}]");
        send(404, "POST /v1/tubes/none/acks", "[" + ack + "finish\"}]");
        send(413, "POST /v1/tubes/t/acks", "x".repeat(JsonRequests.MAX_BYTES + 1));
        send(200, "POST /v1/tubes/t/import", "[{\"id\":\"im\",\"payload\":1},{}]");
        send(404, "POST /v1/tubes/none/import", "[{\"id\":\"im\",\"payload\":1}]");
        send(413, "POST /v1/tubes/t/import", "x".repeat(JsonRequests.MAX_BYTES + 1));
        send(204, "DELETE /v1/tubes/t/jobs/im");
        send(201, "PUT /v1/tubes/t/jobs/c", "x");
        send(200, "GET /v1/tubes/t/jobs/c/explain");
        send(404, "GET /v1/tubes/t/jobs/none/explain");
        String finish = "POST /v1/tubes/t/jobs/c/finish?next=10&lease=" + lease();
        send(201, "PUT /v1/tubes/t/jobs/e", "x");
        send(200, finish);
        send(201, "PUT /v1/tubes/t/jobs/f", "x");
        send(200, "POST /v1/tubes/t/acks?next=10", "[" + ack + "finish\"}]");
        send(201, "PUT /v1/tubes/t/jobs/d", "x");
        send(200, "POST /v1/tubes/t/jobs/d/consume");
        send(404, "POST /v1/tubes/t/jobs/none/consume");
        results();
    }

    private void results() {
        send(200, "PUT /v1/tubes/t", "{\"keepFinishedMs\":60000,\"keepPayload\":true,\"resultMaxBytes\":100}");
        send(201, "PUT /v1/tubes/t/jobs/r", "x");
        send(202, "GET /v1/tubes/t/jobs/r/result");
        String finish = "POST /v1/tubes/t/jobs/r/finish?lease="
                + send(200, "POST /v1/tubes/t/jobs/r/consume").json().getString("lease");
        send(413, finish, "x".repeat(101));
        send(200, finish, "{\"sum\":3}", "Content-Type", "application/json");
        send(200, "GET /v1/tubes/t/jobs/r/result?waitMs=1000");
        send(200, "GET /v1/tubes/t/jobs/r");
        send(200, "GET /v1/tubes/t/jobs?state=finished");
        send(200, "GET /v1/tubes/t/jobs/r/history");
        send(409, "GET /v1/tubes/t/jobs/r/explain");
        send(404, "GET /v1/tubes/t/jobs/none/result");
        send(200, "GET /v1/tubes/t");
    }

    private void tubes() {
        send(201, "PUT /v1/tubes/u", "{\"ttrMs\":1000}");
        send(200, "PUT /v1/tubes/u", "{\"maxAttempts\":0}");
        send(413, "PUT /v1/tubes/u", " ".repeat(16 * 1024 + 1));
        send(200, "GET /v1/tubes?limit=1");
        send(200, "GET /v1/tubes/t");
        send(200, "POST /v1/tubes/u/pause?forMs=60000&reason=x");
        send(200, "POST /v1/tubes/u/resume");
        for (String request : new String[] {
            "GET /v1/tubes/none", "POST /v1/tubes/none/pause", "POST /v1/tubes/none/resume", "DELETE /v1/tubes/none"
        }) {
            send(404, request);
        }
        send(201, "PUT /v1/tubes/u/jobs/a", "x");
        send(409, "DELETE /v1/tubes/u");
        send(204, "DELETE /v1/tubes/u?confirm=u");
        send(404, "PUT /v1/tubes/none", "{}", "If-Match", "\"1\"");
        tubesOfALaterRelease();
    }

    private void tubesOfALaterRelease() {
        send(201, "PUT /v1/tubes/later");
        try (RawRedis redis = RawRedis.to(TestRedis.uri())) {
            redis.commands().hset(server.namespace() + ":{later}:tube", "version", "5");
        }
        for (Endpoint call : V1Calls.all()) {
            if (call.path().contains("{tube}") || call.query().contains("tubes")) {
                String[] type = V1Calls.body(call).isEmpty()
                        ? new String[0]
                        : new String[] {"Content-Type", "application/json"};
                send(409, call.method() + " " + V1Calls.path(call, "later"), V1Calls.body(call), type);
            }
        }
    }

    private void operations() {
        for (String path : new String[] {"/metrics", "/health/live", "/health/ready", "/openapi.json", "/version"}) {
            send(200, "GET " + path);
            send(400, "GET " + path + "?x=1");
        }
        assertThat(wire.get("/openapi.json").json()).isEqualTo(openApi.document());
    }

    private void grape13() {
        send(200, "POST /api/tube/create?tube=old");
        send(200, "POST /api/job/produce?tube=old&jid=a", "x");
        send(400, "POST /api/job/produce?tube=none&jid=a", "x");
        send(200, "GET /api/job/consume?tube=old&max=5");
        send(200, "PUT /api/job/release?tube=old&jid=a");
        send(200, "PUT /api/job/bury?tube=old&jid=a");
        send(200, "GET /api/job/consume?tube=old");
        send(200, "PUT /api/job/failure?tube=old&jid=a");
        send(200, "GET /api/job/peek?tube=old");
        send(200, "PUT /api/job/kick?tube=old&jid=a");
        send(200, "DELETE /api/job/finish?tube=old&jid=a");
        send(200, "DELETE /api/job/discard?tube=old&jid=a");
        send(200, "DELETE /api/job/delete?tube=old&jid=a");
        send(200, "GET /api/tube/list");
        send(200, "GET /api/tube/stats");
        send(200, "GET /api/tube/stats/old");
        send(200, "POST /api/tube/delete?tube=old");
    }
}
