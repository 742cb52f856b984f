package io.grape.client.transport;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.grape.client.worker.TestBroker;
import io.grape.harness.Programs;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** A name may stand for several brokers, such as a headless service of Kubernetes. */
class SeveralAddressesTest {
    private static final int CALLS = 100;

    @RegisterExtension
    final TestBroker real = new TestBroker();

    @TempDir
    private Path directory;

    /** Two brokers of one port. */
    private record Pair(FakeBroker first, FakeBroker second) implements AutoCloseable {
        static Pair open() throws IOException {
            InetAddress other = InetAddress.getByName("127.0.0.2");
            for (int i = 0; i < 20; i++) {
                FakeBroker first = new FakeBroker(FakeBroker.ok());
                try {
                    return new Pair(first, new FakeBroker(FakeBroker.ok(), other, first.port()));
                } catch (UncheckedIOException e) {
                    first.close();
                }
            }
            throw new IOException("no port is free at both addresses");
        }

        @Override
        public void close() {
            first.close();
            second.close();
        }
    }

    private void call(int port) throws Exception {
        Path hosts = directory.resolve("hosts");
        Files.writeString(hosts, "127.0.0.1 brokers.test\n127.0.0.2 brokers.test\n");
        Process process = new ProcessBuilder(
                        Programs.java(),
                        "-XX:TieredStopAtLevel=1",
                        "-Djdk.net.hosts.file=" + hosts,
                        "-cp",
                        System.getProperty("java.class.path"),
                        CallsByName.class.getName(),
                        "http://brokers.test:" + port,
                        Integer.toString(CALLS))
                .redirectErrorStream(true)
                .start();
        String output = new String(process.getInputStream().readAllBytes(), UTF_8);
        assertThat(process.waitFor()).as(output).isZero();
        assertThat(output).contains("done");
    }

    @Test
    void callsAreSpreadOverTheAddressesOfAName() throws Exception {
        try (Pair brokers = Pair.open()) {
            call(brokers.first().port());
            assertThat(brokers.first().calls().size()).isGreaterThan(CALLS / 5);
            assertThat(brokers.second().calls().size()).isGreaterThan(CALLS / 5);
            assertThat(brokers.second().calls())
                    .allSatisfy(request -> assertThat(request)
                            .contains(
                                    "Host: brokers.test:" + brokers.first().port(),
                                    "Authorization: Bearer secret",
                                    "/v1/x HTTP/1.1"));
        }
    }

    @Test
    void addressWithoutABrokerFailsNoCall() throws Exception {
        try (Pair brokers = Pair.open()) {
            brokers.first().close();
            call(brokers.first().port());
            assertThat(brokers.second().calls()).hasSize(CALLS + 1);
        }
    }

    /** As a request by way of a proxy, which is how the JDK's client is told an address. */
    @Test
    void brokerTakesARequestThatNamesItsHost() throws Exception {
        URI uri = URI.create(real.address());
        try (Socket socket = new Socket(uri.getHost(), uri.getPort())) {
            String request = String.join(
                    "\r\n",
                    "GET http://brokers.test:1/v1/tubes/none/jobs/a HTTP/1.1",
                    "Host: brokers.test:1",
                    "Connection: close",
                    "",
                    "");
            socket.getOutputStream().write(request.getBytes(UTF_8));
            String response = new String(socket.getInputStream().readAllBytes(), UTF_8);
            assertThat(response).contains("\"TUBE_NOT_FOUND\"");
        }
    }
}
