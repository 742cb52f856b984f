package io.grape.examples;

import io.grape.client.Grape;
import io.grape.client.NewJob;
import io.grape.client.Produced;
import io.grape.client.Result;
import io.grape.client.Tube;
import io.grape.client.worker.Worker;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.stream.IntStream;

/** Produces many jobs at once and works on them side by side. */
public final class Batch {
    static final Tube<Integer> ROWS = Tube.of("rows", Integer.class);

    private final Set<Integer> seen = ConcurrentHashMap.newKeySet();
    private final CountDownLatch left;
    private final Grape grape;
    private final int rows;

    Batch(Grape grape, int rows) {
        this.grape = grape;
        this.rows = rows;
        this.left = new CountDownLatch(rows);
    }

    /** An id for each row: who runs this twice produces no row twice. */
    void produce() {
        List<NewJob<Integer>> jobs = IntStream.range(0, rows)
                .mapToObj(row -> NewJob.of(row).id("row-" + row))
                .toList();
        List<Result<Produced>> results = grape.produceAll(ROWS, jobs);
        results.stream().filter(result -> !result.isOk()).findFirst().ifPresent(Result::get);
        long created = results.stream().filter(result -> result.get().created()).count();
        System.out.println("produced " + created + ", there already " + (rows - created));
    }

    /** So many at a time, and as many more at hand: a row takes less time than the way to the broker. */
    void work() throws InterruptedException {
        Worker worker = Worker.of(grape)
                .on(ROWS, (row, job) -> load(row))
                .concurrency(64)
                .prefetch(64)
                .start();
        try {
            left.await();
        } finally {
            worker.close();
        }
        System.out.println("worked on " + seen.size() + ", left " + left.getCount());
    }

    private void load(int row) {
        if (seen.add(row)) {
            left.countDown();
        }
    }

    /** Ten thousand rows, or as many as the second argument says. */
    public static void main(String... args) throws InterruptedException {
        String broker = args.length > 0 ? args[0] : "http://localhost:9521";
        int rows = args.length > 1 ? Integer.parseInt(args[1]) : 10_000;
        try (Grape grape = Grape.connect(broker)) {
            Batch batch = new Batch(grape, rows);
            batch.produce();
            batch.work();
        }
    }
}
