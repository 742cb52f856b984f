package io.grape.server.http;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.grape.server.ServerExtension;
import java.util.List;

/** The calls of Grape 1.3, as a test makes them. */
public final class Grape13Calls {
    private final ServerExtension server;

    public Grape13Calls(ServerExtension server) {
        this.server = server;
    }

    public Grape13Client client() {
        return new Grape13Client(server.uri(0, "/").getPort());
    }

    public Grape13Client.Answer send(String request) {
        return client().send(request, List.of(), new byte[0]);
    }

    /** What a call answers that is not refused. */
    public String answer(String request) {
        Grape13Client.Answer answer = send(request);
        assertThat(answer.status()).as(answer.body()).isEqualTo(200);
        return answer.body();
    }

    public void createTube(String tube) {
        assertThat(answer("POST /api/tube/create?tube=" + tube)).isEqualTo("true");
    }

    public String produce(String query, String payload) {
        return produce(query, payload.getBytes(UTF_8));
    }

    public String produce(String query, byte[] payload) {
        return client().send(
                        "POST /api/job/produce?" + query, List.of("content-type: application/octet-stream"), payload)
                .body();
    }

    public String consume(String query) {
        return answer("GET /api/job/consume?" + query);
    }

    /** The stats of a tube, from the totals on. */
    public String counts(String tube) {
        String stats = answer("GET /api/tube/stats/" + tube);
        return stats.substring(stats.indexOf("\"totalJobSize\""), stats.length() - 1)
                .replace("\"", "");
    }
}
