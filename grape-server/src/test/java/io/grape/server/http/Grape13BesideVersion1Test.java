package io.grape.server.http;

import static org.assertj.core.api.Assertions.assertThat;

import io.grape.redis.InvariantsExtension;
import io.grape.redis.TestRedis;
import io.grape.server.ServerExtension;
import java.net.http.HttpResponse;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** The same tubes and jobs, by the calls of Grape 1.3 and by those of version 1. */
class Grape13BesideVersion1Test {
    private static final Pattern LEASE = Pattern.compile("\"lease\":\"([0-9]+)\"");

    @RegisterExtension
    final ServerExtension server = new ServerExtension();

    @RegisterExtension
    final InvariantsExtension invariants = new InvariantsExtension(TestRedis::uri, server::namespace);

    private final Grape13Calls grape = new Grape13Calls(server);

    private String version1(String method, String path) {
        HttpResponse<String> answer = server.call(method, path);
        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
        return answer.body();
    }

    private static String lease(String jobs) {
        Matcher found = LEASE.matcher(jobs);
        assertThat(found.find()).isTrue();
        return found.group(1);
    }

    private void produce(String id, String payload, String contentType) {
        HttpResponse<String> answer =
                server.call("POST", "/api/job/produce?tube=t&ttr=60000&jid=" + id, payload, contentType);
        assertThat(answer.body()).isEqualTo("true");
    }

    @Test
    void aJobProducedByOneIsConsumedAndFinishedByTheOther() {
        grape.createTube("t");
        produce("a", "{\"n\": 1.00}", "application/json");
        String jobs = version1("POST", "/v1/tubes/t/consume");
        assertThat(jobs)
                .contains("\"id\":\"a\"", "\"attempt\":1", "\"maxAttempts\":0", "\"ttrMs\":60000")
                .contains("\"contentType\":\"application/json\"", "\"payload\":{\"n\": 1.00}");
        assertThat(version1("POST", "/v1/tubes/t/jobs/a/finish?lease=" + lease(jobs)))
                .contains("finished");
        assertThat(grape.counts("t")).startsWith("totalJobSize:1,finishJobSize:1,delayQueueSize:0,retainQueueSize:0");
    }

    @Test
    void whatOnlyClaimsToBeJsonIsHandedOutAsBytes() {
        grape.createTube("t");
        produce("a", "{\"n\":", "application/json");
        assertThat(version1("POST", "/v1/tubes/t/consume"))
                .contains("\"contentType\":\"application/octet-stream\"", "\"payloadBase64\":\"eyJuIjo=\"");
    }

    @Test
    void aContentTypeIsKept() {
        grape.createTube("t");
        produce("a", "x", "text/plain; charset=utf-8");
        assertThat(version1("GET", "/v1/tubes/t/jobs/a")).contains("\"contentType\":\"text/plain; charset=utf-8\"");
    }

    @Test
    void aJobOfVersion1IsConsumedAndFinishedByACallOfTheOld() {
        server.call("PUT", "/v1/tubes/a.b/jobs/x?ttrMs=30000&delayMs=0", "{\"n\":1}", "application/json");
        assertThat(grape.consume("tube=a.b"))
                .isEqualTo("[{\"id\":\"x\",\"dtr\":0,\"ttr\":30000,\"noe\":0,\"data\":\"eyJuIjoxfQ\"}]");
        assertThat(grape.answer("DELETE /api/job/finish?tube=a.b&jid=x")).isEqualTo("true");
        assertThat(server.call("GET", "/v1/tubes/a.b/jobs/x").statusCode()).isEqualTo(404);
    }

    @Test
    void aTubeMadeByAnOldCallHasEndlessAttempts() {
        grape.createTube("t");
        assertThat(version1("GET", "/v1/tubes/t")).contains("\"maxAttempts\":0");
    }

    @Test
    void makingATubeThatVersion1MadeLeavesItsSettings() {
        server.call("PUT", "/v1/tubes/t", "{\"ttrMs\":5000,\"maxAttempts\":3}", "application/json");
        grape.createTube("t");
        assertThat(version1("GET", "/v1/tubes/t")).contains("\"maxAttempts\":3", "\"ttrMs\":5000");
    }
}
