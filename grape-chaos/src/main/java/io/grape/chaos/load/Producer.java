package io.grape.chaos.load;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import io.grape.chaos.history.CallOutcome;
import io.grape.chaos.history.Lane;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.stream.Stream;

/** Makes jobs, one or some in a call, and repeats each until it is answered. Some it changes in place to what they are. */
final class Producer implements Runnable {
    private static final int SOME = 10;
    private static final int MANY_PERCENT = 10;
    /** How many produces that were answered are sent once more, as if the response had been lost. */
    private static final int AGAIN_PERCENT = 3;

    private static final int CHANGED_PERCENT = 5;

    private static final int RETRY_MILLIS = 150;

    private final LoadContext load;
    private final Random random;
    private final String name;
    private int made;

    Producer(LoadContext load, int number, Random random) {
        this.load = load;
        this.random = random;
        this.name = Integer.toString(number);
    }

    @Override
    public void run() {
        while (load.phase() == Phase.RUNNING) {
            int count = percent(MANY_PERCENT) ? SOME : 1;
            long pause = 2L
                    * count
                    * 1000
                    * load.options().producers()
                    / load.options().jobsPerSecond();
            produce(load.tube(random), count);
            load.pause(random.nextInt((int) pause + 1));
        }
    }

    private void produce(String tube, int count) {
        List<PlannedJob> open = Stream.generate(() -> PlannedJob.draw(
                        nextId(tube), lane(tube), !load.options().isMixed(), random))
                .limit(count)
                .toList();
        while (!open.isEmpty() && load.phase() != Phase.OVER) {
            open = count == 1 ? one(tube, open.get(0)) : many(tube, open);
            if (!open.isEmpty()) {
                load.pause(random.nextInt(RETRY_MILLIS));
            }
        }
    }

    private Optional<Lane> lane(String tube) {
        return TubeSharing.of(tube).lane(tube, load.options().jobsPerSecond(), random);
    }

    private String nextId(String tube) {
        return tube + "." + name + "." + made++ + (load.takesLarge() ? Payload.LARGE : "");
    }

    /** What is still open. */
    private List<PlannedJob> one(String tube, PlannedJob order) {
        String path = "/jobs/" + order.id() + "?" + order.query() + "&ack="
                + load.options().ack();
        Response reply = load.caller().call(random, "PUT", tube, path, Payload.of(order.id()), HttpCaller.PATIENCE);
        boolean isOpen = isOpen(order, reply);
        changeSome(tube, order);
        return isOpen ? List.of(order) : List.of();
    }

    private List<PlannedJob> many(String tube, List<PlannedJob> orders) {
        ArrayNode body = JsonNodeFactory.instance.arrayNode();
        orders.forEach(order -> body.add(order.json()));
        String path = "/jobs?ack=" + load.options().ack();
        Response reply =
                load.caller().call(random, "POST", tube, path, body.toString().getBytes(UTF_8), HttpCaller.PATIENCE);
        List<PlannedJob> open = new ArrayList<>();
        for (int i = 0; i < orders.size(); i++) {
            if (isOpen(orders.get(i), reply.item(i))) {
                open.add(orders.get(i));
            }
        }
        return open;
    }

    /** Whatever becomes of it, the job is the same afterwards; a consumer may have it by now. */
    private void changeSome(String tube, PlannedJob order) {
        if (!load.options().isMixed() && percent(CHANGED_PERCENT)) {
            byte[] body = order.change().toString().getBytes(UTF_8);
            load.caller().call(random, "PATCH", tube, "/jobs/" + order.id(), body, HttpCaller.PATIENCE);
        }
    }

    private boolean isOpen(PlannedJob order, Response reply) {
        load.history().add(order.tried(reply));
        return reply.outcome() == CallOutcome.DONE ? percent(AGAIN_PERCENT) : reply.mayBeTried();
    }

    private boolean percent(int percent) {
        return random.nextInt(100) < percent;
    }
}
