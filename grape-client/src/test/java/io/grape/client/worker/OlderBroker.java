package io.grape.client.worker;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.sun.net.httpserver.HttpExchange;
import java.io.IOException;
import java.util.concurrent.atomic.AtomicInteger;

/** Stands between a client and its broker, and does not know {@code next}: it refuses it, or takes no notice of it. */
final class OlderBroker extends Relay {
    private final AtomicInteger asked = new AtomicInteger();
    private final boolean refuses;

    OlderBroker(String broker, boolean refuses) throws IOException {
        super(broker);
        this.refuses = refuses;
        start(this::relay);
    }

    /** How often it was asked for the next jobs. */
    int asked() {
        return asked.get();
    }

    private void relay(HttpExchange exchange) throws IOException {
        String target = exchange.getRequestURI().toString();
        byte[] body = exchange.getRequestBody().readAllBytes();
        if (!target.contains("next=")) {
            forward(exchange, target, body);
            return;
        }
        asked.incrementAndGet();
        if (refuses) {
            String problem = "{\"code\":\"BAD_REQUEST\",\"detail\":\"query: expected no parameters, got 'next'\","
                    + "\"requestId\":\"r1\"}";
            answer(exchange, 400, "application/problem+json", problem.getBytes(UTF_8));
        } else {
            forward(exchange, target.replaceAll("[?&]next=\\d+", ""), body);
        }
    }
}
