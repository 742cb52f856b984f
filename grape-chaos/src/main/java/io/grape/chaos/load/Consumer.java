package io.grape.chaos.load;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import io.grape.chaos.history.CallOutcome;
import io.grape.chaos.history.Entry.Verb;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.PriorityQueue;
import java.util.Random;

/**
 * Takes jobs, and does with them what consumers do. It finishes most, some of them late, and touches, releases, buries
 * or hands over others. With half of its acknowledgements it takes the next jobs. It kicks half of those it has buried, takes some
 * by their ids that it has buried or released, and dies with some. At times it walks away while it waits. Once the load is draining
 * it plans nothing but finishes.
 */
final class Consumer implements Runnable {
    private static final Duration RETRY = Duration.ofMillis(100);
    private static final int MAX_JOBS = 10;
    private static final int[] WAITS_MILLIS = {0, 300, 1000};
    private static final int DRAIN_WAIT_MILLIS = 200;
    private static final int WALKS_AWAY_PERCENT = 3;
    private static final int WALKS_AWAY_FROM_TAKES_PERCENT = 20;
    private static final int DELAY_MILLIS = 800;

    private final LoadContext load;
    private final Random random;
    private final PriorityQueue<Later> later = new PriorityQueue<>();

    /** Something to be said at that instant of {@link System#nanoTime()}. */
    private record Later(long nanos, Ack ack) implements Comparable<Later> {
        @Override
        public int compareTo(Later that) {
            return Long.signum(nanos - that.nanos);
        }
    }

    Consumer(LoadContext load, Random random) {
        this.load = load;
        this.random = random;
    }

    @Override
    public void run() {
        while (load.phase() != Phase.OVER) {
            sayWhatIsDue();
            consume();
        }
    }

    private void sayWhatIsDue() {
        List<Ack> now = new ArrayList<>();
        while (!later.isEmpty() && later.peek().nanos - System.nanoTime() <= 0) {
            now.add(later.remove().ack);
        }
        now.forEach(this::one);
    }

    private void consume() {
        boolean isDraining = load.phase() != Phase.RUNNING;
        String tube = load.tube(random);
        int wait = isDraining ? DRAIN_WAIT_MILLIS : WAITS_MILLIS[random.nextInt(WAITS_MILLIS.length)];
        boolean walksAway = !isDraining && random.nextInt(100) < WALKS_AWAY_PERCENT;
        Duration most =
                walksAway ? Duration.ofMillis(1 + random.nextInt(wait + 1)) : HttpCaller.PATIENCE.plusMillis(wait);
        String path = "/consume?max=" + (1 + random.nextInt(MAX_JOBS)) + "&waitMs=" + wait;
        Response reply = load.caller().post(random, tube, path, most);
        say(tube, delivered(reply, isDraining));
        if (reply.mayBeTried()) {
            load.pause(random.nextInt((int) RETRY.toMillis()));
        }
    }

    /** What is to be said at once of the jobs of a response. */
    private List<Ack> delivered(Response reply, boolean isDraining) {
        List<Ack> now = new ArrayList<>();
        for (JsonNode job : reply.json().path("jobs")) {
            Lease lease = Lease.read(job);
            load.history().add(lease.handedOut(job, false, reply.span()));
            plan(lease, isDraining, now);
        }
        return now;
    }

    /** The jobs that came with an acknowledgement. */
    private void deliveredBeside(Response reply) {
        delivered(reply, load.phase() != Phase.RUNNING).forEach(ack -> after(Duration.ZERO, ack));
    }

    /** Behind a path, for half of the calls: what makes an acknowledgement take jobs. */
    private String next(char before) {
        return load.options().isMixed() || random.nextBoolean()
                ? ""
                : before + "next=" + (1 + random.nextInt(MAX_JOBS)) + "&waitMs=" + WAITS_MILLIS[random.nextInt(2)];
    }

    private void plan(Lease lease, boolean isDraining, List<Ack> now) {
        int kind = isDraining ? 0 : random.nextInt(100);
        if (kind < 76) {
            now.add(Ack.of(Verb.FINISH, lease, Duration.ZERO));
        } else if (kind < 82) {
            now.add(Ack.of(Verb.TOUCH, lease, Duration.ZERO));
            after(lease.ttr().dividedBy(2), Ack.of(Verb.FINISH, lease, Duration.ZERO));
        } else if (kind < 88) {
            now.add(Ack.of(Verb.RELEASE, lease, Duration.ofMillis(random.nextInt(DELAY_MILLIS))));
        } else if (kind < 92) {
            // Once its lease has run out: somebody else may have the job by then.
            after(lease.ttr().plusMillis(1), Ack.of(Verb.FINISH, lease, Duration.ZERO));
        } else if (kind < 94) {
            now.add(Ack.of(Verb.BURY, lease, Duration.ZERO));
        } else if (kind < 96) {
            // A zombie, which holds on to what it has lost.
            after(lease.ttr().plusMillis(1), Ack.of(Verb.TOUCH, lease, Duration.ZERO));
            after(lease.ttr().plusMillis(2), Ack.of(Verb.RELEASE, lease, Duration.ZERO));
        } else if (kind < 98 && !load.options().isMixed()) {
            now.add(Ack.of(Verb.HANDOVER, lease, Duration.ZERO));
        }
    }

    private void after(Duration delay, Ack ack) {
        later.add(new Later(System.nanoTime() + delay.toNanos(), ack));
    }

    private void say(String tube, List<Ack> acks) {
        if (acks.size() < 2 || random.nextBoolean()) {
            acks.forEach(this::one);
            return;
        }
        ArrayNode body = JsonNodeFactory.instance.arrayNode();
        acks.forEach(ack -> body.add(ack.json(load.options().isMixed())));
        Response reply = load.caller()
                .call(random, "POST", tube, "/acks" + next('?'), body.toString().getBytes(UTF_8), HttpCaller.PATIENCE);
        for (int i = 0; i < acks.size(); i++) {
            said(acks.get(i), reply.item(i));
        }
        deliveredBeside(reply);
    }

    private void one(Ack ack) {
        String path = ack.verb() == Verb.FINISH ? ack.path() + next('&') : ack.path();
        Response reply = load.caller()
                .call(
                        random,
                        "POST",
                        ack.lease().tube(),
                        path,
                        ack.body(load.options().isMixed()),
                        HttpCaller.PATIENCE);
        said(ack, reply);
        deliveredBeside(reply);
    }

    private void said(Ack ack, Response reply) {
        load.history().add(ack.tried(reply));
        if (reply.mayBeTried() && ack.tries() > 1) {
            after(RETRY, ack.again());
        }
        if (reply.outcome() == CallOutcome.DONE && load.phase() == Phase.RUNNING) {
            fetchBack(ack);
        }
    }

    private void fetchBack(Ack ack) {
        boolean isBuried = ack.verb() == Verb.BURY;
        if (isBuried && random.nextBoolean()) {
            String kick = "/jobs/" + ack.lease().id() + "/kick";
            load.caller().post(random, ack.lease().tube(), kick, HttpCaller.PATIENCE);
        } else if (!load.options().isMixed() && (isBuried || ack.verb() == Verb.RELEASE) && random.nextBoolean()) {
            take(ack.lease());
        }
    }

    /** It may be with somebody else by now. */
    private void take(Lease before) {
        boolean walksAway = random.nextInt(100) < WALKS_AWAY_FROM_TAKES_PERCENT;
        Duration most = walksAway ? Duration.ofMillis(1 + random.nextInt(3)) : HttpCaller.PATIENCE;
        Response reply = load.caller().post(random, before.tube(), "/jobs/" + before.id() + "/consume", most);
        if (reply.outcome() == CallOutcome.DONE) {
            Lease lease = Lease.read(reply.json());
            load.history().add(lease.handedOut(reply.json(), true, reply.span()));
            List<Ack> now = new ArrayList<>();
            plan(lease, false, now);
            say(lease.tube(), now);
        }
    }
}
