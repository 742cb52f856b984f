package sample;

import static org.assertj.core.api.Assertions.assertThat;

import io.grape.client.ClientEvents;
import io.grape.junit.GrapeTest;
import io.grape.junit.TestBroker;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.boot.test.context.SpringBootTest.WebEnvironment;
import org.springframework.boot.test.context.TestConfiguration;
import org.springframework.context.annotation.Bean;
import org.springframework.test.annotation.DirtiesContext;
import org.springframework.test.context.DynamicPropertyRegistry;
import org.springframework.test.context.DynamicPropertySource;

// tag::spring[]
@GrapeTest
@SpringBootTest(webEnvironment = WebEnvironment.RANDOM_PORT)
@DirtiesContext
class OrdersTest {
    private static TestBroker broker;

    @BeforeAll
    static void start(TestBroker ofTheClass) {
        broker = ofTheClass;
    }

    @DynamicPropertySource
    static void configure(DynamicPropertyRegistry properties) {
        properties.add("grape.broker", () -> broker.uri());
    }

    @TestConfiguration
    static class Events {
        @Bean
        ClientEvents events() {
            return broker.events();
        }
    }

    // end::spring[]
    @Value("${local.server.port}")
    private int port;

    // tag::spring[]
    @Test
    void cancelsWhatNobodyPays() throws Exception {
        post("/orders", "{\"id\":\"8812\",\"cents\":500,\"state\":\"placed\"}");

        broker.advance(Duration.ofMinutes(29));
        assertThat(get("/orders/8812")).contains("\"placed\"");

        broker.advance(Duration.ofMinutes(1));
        assertThat(get("/orders/8812")).contains("\"cancelled\"");
    }
    // end::spring[]

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
        assertThat(response.statusCode()).isEqualTo(200);
        return response.body();
    }
// tag::spring[]
}
// end::spring[]
