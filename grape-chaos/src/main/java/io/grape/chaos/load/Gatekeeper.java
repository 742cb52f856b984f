package io.grape.chaos.load;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.databind.JsonNode;
import io.grape.chaos.history.CallOutcome;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/** Puts gates up that hold jobs for a while, and lifts them. In the end none is left, so that everything can be finished. */
final class Gatekeeper implements Runnable {
    private static final byte[] NOTHING = new byte[0];
    private static final int LONGEST_MILLIS = 1500;
    private static final int RETRY_MILLIS = 100;

    private final LoadContext load;
    private final Random random;

    Gatekeeper(LoadContext load, Random random) {
        this.load = load;
        this.random = random;
    }

    @Override
    public void run() {
        while (load.phase() == Phase.RUNNING) {
            String tube = load.tube(random);
            String gate = "/gates/g" + random.nextInt(3);
            call("PUT", tube, gate, hold(tube));
            load.pause(random.nextInt(LONGEST_MILLIS));
            call("DELETE", tube, gate, "");
        }
        load.options().tubes().forEach(this::liftAll);
    }

    private String hold(String tube) {
        String match = TubeSharing.of(tube).match(load.options().jobsPerSecond(), random);
        return "{\"mode\":\"hold\",\"match\":" + match + '}';
    }

    private void liftAll(String tube) {
        while (load.phase() != Phase.OVER) {
            Response shown = call("GET", tube, "/gates", "");
            List<String> names = new ArrayList<>();
            for (JsonNode gate : shown.json().path("gates")) {
                names.add(gate.path("name").asText());
            }
            if (shown.outcome() == CallOutcome.DONE && names.isEmpty()) {
                return;
            }
            names.forEach(name -> call("DELETE", tube, "/gates/" + name, ""));
            load.pause(RETRY_MILLIS);
        }
    }

    private Response call(String method, String tube, String rest, String body) {
        byte[] content = body.isEmpty() ? NOTHING : body.getBytes(UTF_8);
        return load.caller().call(random, method, tube, rest, content, HttpCaller.PATIENCE);
    }
}
