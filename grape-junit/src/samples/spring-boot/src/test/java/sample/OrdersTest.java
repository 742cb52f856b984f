package sample;

import static org.assertj.core.api.Assertions.assertThat;

import io.grape.junit.GrapeTest;
import io.grape.junit.TestBroker;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.boot.test.context.SpringBootTest.WebEnvironment;

// tag::spring[]
@GrapeTest
@SpringBootTest(webEnvironment = WebEnvironment.RANDOM_PORT)
class OrdersTest {
    // end::spring[]
    @Value("${local.server.port}")
    private int port;

    // tag::spring[]
    @Test
    void cancelsWhatNobodyPays(TestBroker broker) throws Exception {
        post("/orders", "{\"id\":\"8812\",\"cents\":500,\"state\":\"placed\",\"placedAt\":\"2026-01-02T03:04:05Z\"}");

        broker.advance(Duration.ofMinutes(29));
        assertThat(get("/orders/8812")).contains("\"placed\"");

        broker.advance(Duration.ofMinutes(1));
        assertThat(get("/orders/8812")).contains("\"cancelled\"");
    }
    // end::spring[]

    @Test
    void healthTellsOfTheBrokerAndTheWorker() throws Exception {
        assertThat(get("/actuator/health")).contains("\"broker\":\"responds\"", "\"worker\":\"RUNNING\"");
    }

    @Test
    void metersAreThoseOfTheApplication() throws Exception {
        assertThat(get("/actuator/metrics/grape.client.held")).contains("\"unpaid\"");
    }

    private void post(String path, String body) throws Exception {
        send(HttpRequest.newBuilder(uri(path))
                .header("content-type", "application/json")
                .POST(BodyPublishers.ofString(body)));
    }

    private String get(String path) throws Exception {
        return send(HttpRequest.newBuilder(uri(path)));
    }

    private URI uri(String path) {
        return URI.create("http://localhost:" + port + path);
    }

    private static String send(HttpRequest.Builder request) throws Exception {
        var response = HttpClient.newHttpClient().send(request.build(), BodyHandlers.ofString());
        assertThat(response.statusCode()).as(response.body()).isEqualTo(200);
        return response.body();
    }
// tag::spring[]
}
// end::spring[]
