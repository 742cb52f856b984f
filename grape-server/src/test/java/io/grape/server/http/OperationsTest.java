package io.grape.server.http;

import static org.assertj.core.api.Assertions.assertThat;

import io.grape.server.ServerExtension;
import java.net.http.HttpResponse;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

class OperationsTest {
    @RegisterExtension
    final ServerExtension server = new ServerExtension();

    @Test
    void versionComesFromTheBuild() {
        HttpResponse<String> version = server.call("GET", "/version");
        assertThat(version.statusCode()).isEqualTo(200);
        assertThat(version.body()).matches("\\{\"name\":\"grape\",\"version\":\"[0-9]+\\.[0-9]+\\.[0-9]+.*\"}");
    }

    @Test
    void unknownPathIsAProblem() {
        HttpResponse<String> answer = server.call("GET", "/v2/tubes");
        assertThat(answer.statusCode()).isEqualTo(404);
        assertThat(answer.headers().firstValue("Content-Type")).contains("application/problem+json");
    }

    @Test
    void aReadyBrokerSaysSo() {
        assertThat(server.call("GET", "/health/ready").body()).isEqualTo("{\"ready\":true,\"reasons\":[]}");
    }
}
