package io.grape.client.worker;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.sun.net.httpserver.HttpExchange;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Stands between a client and its broker, and sheds its consumes when told to. All else passes. */
final class SheddingWire extends Relay {
    private static final Pattern CONSUME = Pattern.compile("/consume\\?max=(\\d+)");
    private static final byte[] SHED =
            "{\"code\":\"OVERLOADED\",\"detail\":\"too much to do\",\"requestId\":\"r1\"}".getBytes(UTF_8);

    private final List<Integer> shed = new CopyOnWriteArrayList<>();
    private final List<Integer> passed = new CopyOnWriteArrayList<>();
    private volatile boolean sheds;

    SheddingWire(String broker) throws IOException {
        super(broker);
        start(this::relay);
    }

    void sheds(boolean value) {
        sheds = value;
    }

    /** For how many jobs each consume asked that it shed. */
    List<Integer> shed() {
        return shed;
    }

    /** For how many jobs each consume asked that it let pass. */
    List<Integer> passed() {
        return passed;
    }

    private void relay(HttpExchange exchange) throws IOException {
        String target = exchange.getRequestURI().toString();
        byte[] body = exchange.getRequestBody().readAllBytes();
        Matcher consume = CONSUME.matcher(target);
        if (consume.find()) {
            int max = Integer.parseInt(consume.group(1));
            if (sheds) {
                shed.add(max);
                exchange.getResponseHeaders().set("Retry-After", "1");
                exchange.getResponseHeaders().set("Grape-Overloaded", "queue");
                answer(exchange, 503, "application/problem+json", SHED);
                return;
            }
            passed.add(max);
        }
        forward(exchange, target, body);
    }
}
