package io.grape.server.doctor;

import io.grape.server.doctor.Finding.Fault;
import java.io.IOException;
import java.net.ConnectException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.UUID;

/**
 * Whether a proxy lets a consumer wait: one waits through it, at a tube that does not exist and is not made by that. Its name is a
 * new one each time: of a tube that somebody made, a job would be taken.
 */
public final class ProxyCheck {
    private static final String NAME = "through";
    private static final Duration GRACE = Duration.ofSeconds(10);
    private static final Duration EARLY = Duration.ofMillis(100);
    private static final int OK = 200;

    private final URI base;
    private final Duration wait;

    private ProxyCheck(URI base, Duration wait) {
        this.base = base;
        this.wait = wait;
    }

    /**
     * Blocks for as long as the wait takes.
     *
     * @param base where clients call brokers: {@code http://balancer:80}
     * @param wait the longest that clients ask for
     */
    public static Finding of(URI base, Duration wait) {
        return new ProxyCheck(base, wait).called();
    }

    private Finding called() {
        long begin = System.nanoTime();
        try {
            int status = status();
            Duration took = Duration.ofNanos(System.nanoTime() - begin);
            boolean waited = took.compareTo(wait.minus(EARLY)) >= 0;
            return status == OK && waited
                    ? Finding.ok(NAME, "a wait of " + wait.toMillis() + " ms got its response")
                    : wrong("status " + status + " after " + took.toMillis() + " ms");
        } catch (ConnectException e) {
            return Finding.wrong(
                    NAME,
                    "no connection to " + base,
                    new Fault(Severity.WARN, "a response", "nothing was measured", "name the proxy's address"));
        } catch (IOException e) {
            return wrong(
                    "a cut after " + Duration.ofNanos(System.nanoTime() - begin).toMillis() + " ms");
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return wrong("an interrupt");
        }
    }

    private int status() throws IOException, InterruptedException {
        String path = base.toString().replaceFirst("/+$", "") + "/v1/tubes/grape-doctor-" + UUID.randomUUID()
                + "/consume?waitMs=" + wait.toMillis();
        HttpRequest request = HttpRequest.newBuilder(URI.create(path))
                .POST(HttpRequest.BodyPublishers.noBody())
                .timeout(wait.plus(GRACE))
                .build();
        return HttpClient.newBuilder()
                .version(HttpClient.Version.HTTP_1_1)
                .connectTimeout(GRACE)
                .build()
                .send(request, HttpResponse.BodyHandlers.discarding())
                .statusCode();
    }

    private Finding wrong(String got) {
        return Finding.wrong(
                NAME,
                got,
                new Fault(
                        Severity.WARN,
                        "status 200 after a wait of " + wait.toMillis() + " ms",
                        "jobs handed to a consumer that is cut off stay away until their lease ends",
                        "give the proxy an idle time-out above the longest waitMs"
                                + " (HAProxy timeout server, nginx proxy_read_timeout), or wait less"));
    }
}
