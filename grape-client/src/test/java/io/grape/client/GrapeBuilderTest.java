package io.grape.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.Proxy;
import java.net.ProxySelector;
import java.net.SocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class GrapeBuilderTest {
    @ParameterizedTest
    @ValueSource(strings = {"localhost:9521", "ftp://host", "/v1", "http:///v1", "http://host?a=b", "http://host#a"})
    void whatIsNoAddressOfABrokerIsRefused(String uri) {
        assertThatThrownBy(() -> Grape.connect(uri))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageStartingWith("brokers: expected such as http://host:9521")
                .hasMessageEndingWith("got " + uri);
    }

    /** Each call would go to /v1/v1. */
    @Test
    void addressWithTheVersionIsRefused() {
        for (String path : List.of("/v1", "/v1/", "/grape/v1")) {
            assertThatThrownBy(() -> Grape.builder().brokers(URI.create("http://host:9521" + path)))
                    .hasMessageStartingWith("brokers: expected an address without /v1");
        }
        Grape.builder().brokers(URI.create("http://host:9521/v1x"), URI.create("http://host:9521/grape"));
    }

    @Test
    void aUserInAnAddressIsRefusedAndNotRepeated() {
        assertThatThrownBy(() -> Grape.connect("http://me:secret@host"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("brokers: expected no user in an address, got one; see token");
    }

    @Test
    void oneBrokerIsTheLeast() {
        assertThatThrownBy(() -> Grape.builder().brokers(List.<URI>of()))
                .hasMessage("brokers: expected one or more, got none");
    }

    @Test
    void eachPlaceHasAnAddress() {
        assertThatThrownBy(() -> Grape.builder().brokers(Arrays.asList(URI.create("http://a:1"), null)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("brokers: expected an address in each place, got none in one");
    }

    @Test
    void aCallHasTime() {
        assertThatThrownBy(() -> Grape.builder().callTimeout(Duration.ZERO))
                .hasMessage("callTimeout: expected more than 0 and up to 1 day, got PT0S");
        try (Grape grape = Grape.connect("http://localhost:1")) {
            assertThatThrownBy(() -> grape.within(Duration.ofMillis(-1)))
                    .hasMessage("within: expected more than 0 and up to 1 day, got PT-0.001S");
        }
    }

    @Test
    void aTokenIsOneWordAndNotRepeated() {
        assertThatThrownBy(() -> Grape.builder().token("a\r\nb"))
                .hasMessage("token: expected ASCII without spaces, got something else");
    }

    @Test
    void anHttpClientThatFollowsRedirectsIsRefused() {
        HttpClient following = HttpClient.newBuilder()
                .followRedirects(HttpClient.Redirect.NORMAL)
                .build();
        assertThatThrownBy(() -> Grape.builder().httpClient(following))
                .hasMessage("httpClient: expected Redirect.NEVER, got NORMAL");
    }

    @Test
    void callsGoThroughTheHttpClientThatWasGiven() {
        AtomicInteger asked = new AtomicInteger();
        ProxySelector proxies = new ProxySelector() {
            @Override
            public List<Proxy> select(URI uri) {
                asked.incrementAndGet();
                return List.of(Proxy.NO_PROXY);
            }

            @Override
            public void connectFailed(URI uri, SocketAddress address, IOException failure) {}
        };
        HttpClient client = HttpClient.newBuilder().proxy(proxies).build();
        try (Grape grape = Grape.builder()
                .brokers(URI.create("http://127.0.0.1:1"))
                .callTimeout(Duration.ofMillis(200))
                .httpClient(client)
                .build()) {
            assertThatThrownBy(() -> grape.tubes().status("orders")).isInstanceOf(GrapeException.class);
        }
        assertThat(asked).hasPositiveValue();
    }
}
