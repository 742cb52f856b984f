package io.grape.server.http.call;

import static org.assertj.core.api.Assertions.assertThat;

import io.grape.server.ServerExtension;
import io.grape.server.access.Principal;
import io.grape.server.address.TrustedProxies;
import io.grape.server.http.FakePorts;
import io.grape.server.http.admin.HealthEndpoints;
import io.vertx.core.Context;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import java.net.http.HttpResponse;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

class HealthTest {
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
    void whatEndsOnAnotherThreadIsAnsweredOnTheEventLoopOfTheRequest() {
        Vertx vertx = Vertx.vertx();
        Context context = vertx.getOrCreateContext();
        CompletableFuture<List<String>> readiness = new CompletableFuture<>();
        CompletableFuture<String> metrics = new CompletableFuture<>();
        Request request = new Request(FakePorts.unspoken(), context, TrustedProxies.NONE, "/");
        request.by(Principal.ANYBODY);
        List<Future<Context>> answers = new HealthEndpoints(
                        FakePorts.health(readiness, FakePorts.scrapes(metrics)), () -> false)
                .calls().stream()
                        .filter(call -> call.path().matches("/health/ready|/metrics"))
                        .map(call -> call.action().answer(request).map(reply -> Vertx.currentContext()))
                        .toList();
        readiness.complete(List.of());
        metrics.complete("up 1\n");
        assertThat(answers)
                .hasSize(2)
                .allSatisfy(answer -> assertThat(answer.await()).isSameAs(context));
        vertx.close().await();
    }

    @Test
    void aReadyBrokerSaysSo() {
        assertThat(server.call("GET", "/health/ready").body()).isEqualTo("{\"ready\":true,\"reasons\":[]}");
    }
}
