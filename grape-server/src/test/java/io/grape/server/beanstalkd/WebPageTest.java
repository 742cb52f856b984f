package io.grape.server.beanstalkd;

import static org.assertj.core.api.Assertions.assertThat;

import io.grape.server.ServerExtension;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A web page can make a browser send an HTTP request to this port. No line of such a request may be run as a command. */
final class WebPageTest {
    private static final String BODY = "use stolen\r\nput 0 0 60 5\r\nhello\r\n";

    @RegisterExtension
    final ServerExtension broker = new ServerExtension();

    @RegisterExtension
    final WireClients clients = new WireClients(broker);

    private void assertThatNothingWasPut() {
        WireClient other = clients.open();
        other.call("watch stolen");
        assertThat(other.call("reserve-with-timeout 0")).isEqualTo("TIMED_OUT");
    }

    private static String request(String requestLine) {
        return requestLine + "\r\nHost: 127.0.0.1:11300\r\nContent-Length: " + BODY.length() + "\r\n\r\n" + BODY;
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "POST / HTTP/1.1",
                "POST /put%200%200%2060%205 HTTP/1.0",
                "GET /?use=orders HTTP/1.1",
                "OPTIONS * HTTP/1.1",
                "CUSTOM http://127.0.0.1:11300/ HTTP/1.1",
                "put /0 HTTP/1.1",
                "use stolen HTTP/1.1",
                "PRI * HTTP/2.0"
            })
    void requestLineClosesTheConnectionBeforeTheBodyRuns(String requestLine) {
        WireClient browser = clients.open();
        browser.send(request(requestLine));
        assertThat(browser.rest()).isEmpty();
        assertThatNothingWasPut();
    }

    @Test
    void requestLineLongerThanACommandClosesTheConnection() {
        WireClient browser = clients.open();
        browser.send("POST /" + "a".repeat(300) + " HTTP/1.1\r\n" + BODY);
        assertThat(browser.rest()).isEmpty();
        assertThatNothingWasPut();
    }

    @ParameterizedTest
    @ValueSource(strings = {"Host: 127.0.0.1:11300", "host:127.0.0.1", "HOST : example.com"})
    void hostHeaderClosesTheConnection(String header) {
        WireClient browser = clients.open();
        browser.send("Accept: */*\r\n" + header + "\r\n\r\n" + BODY);
        assertThat(browser.rest()).doesNotContain("USING").doesNotContain("INSERTED");
        assertThatNothingWasPut();
    }

    @Test
    void requestBehindCommandsThatRanClosesTheConnection() {
        WireClient browser = clients.open();
        assertThat(browser.call("use before")).isEqualTo("USING before");
        browser.send("list-tube-used\r\nPOST / HTTP/1.1\r\n\r\n" + BODY);
        assertThat(browser.rest()).doesNotContain("stolen").doesNotContain("INSERTED");
        assertThatNothingWasPut();
    }

    @Test
    void requestInSegmentsOfOneByteClosesTheConnection() {
        WireClient browser = clients.open();
        for (String letter : List.of("POST /a HTTP/1.1\r\n".split(""))) {
            browser.send(letter);
        }
        try {
            browser.send("\r\n" + BODY);
        } catch (UncheckedIOException alreadyClosed) {
            assertThat(alreadyClosed).hasCauseInstanceOf(IOException.class);
        }
        assertThat(browser.rest()).isEmpty();
        assertThatNothingWasPut();
    }

    @Test
    void requestBehindAReserveThatWaitsNeverRuns() {
        WireClient browser = clients.open();
        browser.send("reserve-with-timeout 1\r\n" + request("POST / HTTP/1.1"));
        assertThat(browser.rest()).doesNotContain("USING").doesNotContain("INSERTED");
        assertThatNothingWasPut();
    }

    @Test
    void bodyOfAJobMayBeAnHttpRequest() {
        WireClient client = clients.open();
        String body = request("POST / HTTP/1.1");
        long number = client.put(body);
        assertThat(client.call("reserve-with-timeout 0")).isEqualTo(WireClient.job("RESERVED", number, body));
    }

    @ParameterizedTest
    @ValueSource(strings = {"POST", "GET 5", "PUT 0 0 60 5", "hosts:", "ping http"})
    void otherUnknownLinesStayUnknownCommands(String line) {
        WireClient client = clients.open();
        assertThat(client.call(line)).isEqualTo("UNKNOWN_COMMAND");
        assertThat(client.call("list-tube-used")).isEqualTo("USING default");
    }
}
