package shop;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.grape.junit.GrapeTest;
import io.grape.junit.TestBroker;
import io.grape.spring.RelayLifecycle;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.boot.test.context.SpringBootTest.WebEnvironment;
import org.springframework.test.annotation.DirtiesContext;
import org.springframework.test.annotation.DirtiesContext.ClassMode;

/**
 * The shop over HTTP, with a real broker and a real database: {@code -Dspring.datasource.url}. Each test has a broker of its own: once
 * its clock was advanced, what the outbox writes by the clock of this machine would be due early.
 */
@GrapeTest
@DirtiesContext(classMode = ClassMode.AFTER_EACH_TEST_METHOD)
@SpringBootTest(webEnvironment = WebEnvironment.RANDOM_PORT, properties = "shop.pay-within=15m")
class ShopTest {
    @Value("${local.server.port}")
    private int port;

    @Autowired
    private RelayLifecycle relay;

    @Autowired
    private PaymentProvider provider;

    @Test
    void whatNobodyPaysIsCancelled(TestBroker broker) throws Exception {
        String order = place();
        broker.advance(Duration.ofMinutes(14));
        assertThat(state(order)).isEqualTo("placed");
        broker.advance(Duration.ofMinutes(1));
        assertThat(state(order)).isEqualTo("cancelled");
        assertThat(post("/orders/" + order + "/pay", "")).contains("cancelled");
    }

    @Test
    void whatIsPaidIsNotCancelled(TestBroker broker) throws Exception {
        String order = place();
        post("/orders/" + order + "/pay", "");
        awaitRelayed();
        broker.runUntilIdle();
        broker.advance(Duration.ofHours(1));
        assertThat(state(order)).isEqualTo("paid");
    }

    /** Every third payment fails at first. */
    @Test
    void aPaymentThatFailsIsTriedAgain(TestBroker broker) throws Exception {
        for (int i = 0; i < 3; i++) {
            String order = place();
            post("/orders/" + order + "/pay", "");
            awaitRelayed();
            broker.advance(Duration.ofMinutes(1));
            assertThat(state(order)).isEqualTo("paid");
            assertThat(provider.hasTaken("payment-" + order)).isTrue();
        }
    }

    @Test
    void thePageIsThere() throws Exception {
        assertThat(send(HttpRequest.newBuilder(uri("/")))).contains("<h1>Shop</h1>");
    }

    /** Its timeout is at the broker when this returns, so the clock may be advanced. */
    private String place() throws Exception {
        String order = post("/orders", "{\"article\":\"grapes\"}").replaceAll(".*\"id\":(\\d+).*", "$1");
        awaitRelayed();
        return order;
    }

    private void awaitRelayed() {
        await().atMost(Duration.ofSeconds(60))
                .until(() -> relay.relay().orElseThrow().status().pending() == 0);
    }

    private String state(String order) throws Exception {
        String all = send(HttpRequest.newBuilder(uri("/orders")));
        return Pattern.compile("\\{[^}]*\"id\":" + order + "\\b[^}]*}")
                .matcher(all)
                .results()
                .map(found -> found.group().replaceAll(".*\"state\":\"(\\w+)\".*", "$1"))
                .findFirst()
                .orElseThrow();
    }

    private String post(String path, String body) throws Exception {
        return send(HttpRequest.newBuilder(uri(path))
                .header("content-type", "application/json")
                .POST(BodyPublishers.ofString(body)));
    }

    private URI uri(String path) {
        return URI.create("http://localhost:" + port + path);
    }

    private static String send(HttpRequest.Builder request) throws Exception {
        var response = HttpClient.newHttpClient().send(request.build(), BodyHandlers.ofString());
        assertThat(response.statusCode()).as(response.body()).isEqualTo(200);
        return response.body();
    }
}
