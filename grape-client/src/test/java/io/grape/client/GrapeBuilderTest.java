package io.grape.client;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.net.URI;
import java.time.Duration;
import java.util.List;
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
}
