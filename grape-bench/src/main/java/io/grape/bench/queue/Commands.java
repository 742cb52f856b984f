package io.grape.bench.queue;

import java.time.Duration;
import java.util.Map;

/** What a {@link QueueProgram} can be told to do. */
final class Commands {
    private final QueueLoad load;
    private final Backlog backlog;
    private final Crash crash;

    Commands(QueueClient client, LoadShape shape, int payload) {
        String note = Order.note(payload);
        load = new QueueLoad(client, shape, note);
        backlog = new Backlog(client, note);
        crash = new Crash(client, note);
    }

    /** Does one, and returns its figures. */
    Map<String, Double> run(String... words) throws Exception {
        String command = words[0];
        double number = Double.parseDouble(words[1]);
        return switch (command) {
            case "run" -> load.run(seconds(number));
            case "fill" -> backlog.fill((int) number);
            case "cancel" -> backlog.cancel((int) number);
            case "hold" -> crash.hold((int) number);
            case "work" -> crash.work((int) number);
            case "await" -> crash.await((int) number, seconds(Double.parseDouble(words[2])));
            default -> throw new IllegalArgumentException("unknown command: " + command);
        };
    }

    private static Duration seconds(double number) {
        return Duration.ofMillis((long) (1000 * number));
    }
}
